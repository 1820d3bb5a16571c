//! `#[model("str.startswith")]`: a Rust function as the model of a Python builtin.
//!
//! The Rust signature is read as a Python one: after the machine come the parameters in order; `Option<T>` may be left
//! out, `Rest` takes `*args`, `Keywords` takes `**kwargs`. `keywords(…)` names the parameters that may be passed by
//! keyword. The macro writes the binding of arguments (with CPython's `TypeError` when they do not fit), the conversion
//! of each, the registration, and a row of the reference table (name, signature and the first line of the doc comment).

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, FnArg, ItemFn, Lit, LitStr, Meta, Pat, Token, Type, parenthesized, parse_macro_input};

/// `"str.split", keywords("sep", "maxsplit")`
struct Attribute {
    name: LitStr,
    keywords: Vec<String>,
}

impl Parse for Attribute {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = input.parse()?;
        let mut keywords = Vec::new();
        if input.parse::<Option<Token![,]>>()?.is_some() {
            let word: syn::Ident = input.parse()?;
            if word != "keywords" {
                return Err(syn::Error::new(word.span(), "expected `keywords(…)`"));
            }
            let names;
            parenthesized!(names in input);
            let names: Punctuated<LitStr, Token![,]> = Punctuated::parse_terminated(&names)?;
            keywords = names.iter().map(LitStr::value).collect();
        }
        Ok(Attribute { name, keywords })
    }
}

/// One parameter after the machine.
struct Parameter {
    name: String,
    ty: Type,
    kind: &'static str,
    keyword: bool,
}

#[proc_macro_attribute]
pub fn model(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let attribute = parse_macro_input!(attribute as Attribute);
    let function = parse_macro_input!(item as ItemFn);
    expand(&attribute, &function).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn expand(attribute: &Attribute, function: &ItemFn) -> syn::Result<Tokens> {
    let parameters = parameters(attribute, function)?;
    let (name, rust_name) = (&attribute.name, &function.sig.ident);
    let rows = parameters.iter().map(|parameter| {
        let (name, kind, keyword) = (&parameter.name, format_ident!("{}", parameter.kind), parameter.keyword);
        quote!(crate::models::Parameter { name: #name, kind: crate::models::ParameterKind::#kind, keyword: #keyword })
    });
    let slots: Vec<_> = (0..parameters.len()).map(|index| format_ident!("argument_{index}")).collect();
    let conversions = parameters.iter().zip(&slots).enumerate().map(|(index, (parameter, slot))| {
        let ty = &parameter.ty;
        quote!(let #slot = <#ty as crate::models::FromPython>::from_bound(machine, &bound, #index)?;)
    });
    let about = doc_line(function);
    Ok(quote! {
        #function

        const _: () = {
            static SIGNATURE: crate::models::Signature =
                crate::models::Signature { name: #name, parameters: &[#(#rows),*] };

            fn invoke(
                machine: &mut crate::exec::Machine<'_>,
                positional: &[crate::state::Value],
                keywords: &[(crate::ir::Ident, crate::state::Value)],
            ) -> crate::exec::Result<crate::exec::Outcome> {
                let bound = SIGNATURE.bind(machine, positional, keywords)?;
                #(#conversions)*
                let result = #rust_name(machine, #(#slots),*)?;
                Ok(crate::models::IntoOutcome::into_outcome(result, machine))
            }

            inventory::submit! {
                crate::models::Model { signature: &SIGNATURE, about: #about, invoke }
            }
        };
    })
}

fn parameters(attribute: &Attribute, function: &ItemFn) -> syn::Result<Vec<Parameter>> {
    let mut found = Vec::new();
    for input in function.sig.inputs.iter().skip(1) {
        let FnArg::Typed(typed) = input else {
            return Err(syn::Error::new_spanned(input, "a model is a free function"));
        };
        let Pat::Ident(pattern) = &*typed.pat else {
            return Err(syn::Error::new_spanned(&typed.pat, "a model's parameters are plain names"));
        };
        let name = pattern.ident.to_string().trim_start_matches("r#").trim_start_matches('_').to_owned();
        let kind = match &*typed.ty {
            Type::Path(path) => match path.path.segments.last().map(|segment| segment.ident.to_string()).as_deref() {
                Some("Option") => "Optional",
                Some("Rest") => "Star",
                Some("Keywords") => "DoubleStar",
                _ => "Required",
            },
            _ => "Required",
        };
        let keyword = attribute.keywords.contains(&name);
        found.push(Parameter { name, ty: (*typed.ty).clone(), kind, keyword });
    }
    if let Some(unknown) = attribute.keywords.iter().find(|&name| found.iter().all(|known| known.name != *name)) {
        return Err(syn::Error::new_spanned(&attribute.name, format!("no parameter `{unknown}`")));
    }
    Ok(found)
}

/// The first line of the doc comment.
fn doc_line(function: &ItemFn) -> String {
    function
        .attrs
        .iter()
        .find_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(text) => Some(text.value().trim().to_owned()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })
        .unwrap_or_default()
}
