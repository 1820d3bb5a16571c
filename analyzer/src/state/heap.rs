//! The heap: a persistent vector of objects, so that a fork shares everything that is not written afterwards.

use std::sync::Arc;

use imbl::Vector;

use super::{Attributes, Class, Instance, Module, Object, ObjectId, Value};

#[derive(Clone, Debug, Default)]
pub struct Heap {
    objects: Vector<Arc<Object>>,
}

impl Heap {
    pub fn allocate(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push_back(Arc::new(object));
        id
    }

    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    /// The object for writing; copied first if a fork still shares it.
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        Arc::make_mut(&mut self.objects[id.index()])
    }

    pub fn set(&mut self, id: ObjectId, object: Object) {
        self.objects[id.index()] = Arc::new(object);
    }

    /// Whether an object is not among these.
    pub fn lacks(&self, id: ObjectId) -> bool {
        id.index() >= self.objects.len()
    }

    /// The objects that were made since an earlier state of this heap; allocated there, they keep their names.
    pub fn since(&self, earlier: &Heap) -> Vec<Object> {
        self.objects.iter().skip(earlier.objects.len()).map(|object| Object::clone(object)).collect()
    }

    pub fn len(&self) -> usize {
        self.objects.len()
    }

    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Follows aliases: what the value has turned out to be.
    pub fn resolve(&self, mut value: Value) -> Value {
        while let Value::Ref(id) = value
            && let Object::Alias(target) = self.get(id)
        {
            value = *target;
        }
        value
    }

    /// The object behind a value, if it is one.
    pub fn object(&self, value: Value) -> Option<&Object> {
        match self.resolve(value) {
            Value::Ref(id) => Some(self.get(id)),
            _ => None,
        }
    }

    pub fn class(&self, id: ObjectId) -> Option<&Class> {
        match self.get(id) {
            Object::Class(class) => Some(class),
            _ => None,
        }
    }

    /// All classes, in the order in which they were made.
    pub fn classes(&self) -> impl Iterator<Item = (ObjectId, &Class)> {
        (0..).map(ObjectId).zip(&self.objects).filter_map(|(id, object)| match &**object {
            Object::Class(class) => Some((id, class)),
            _ => None,
        })
    }

    pub fn class_mut(&mut self, id: ObjectId) -> Option<&mut Class> {
        match self.get_mut(id) {
            Object::Class(class) => Some(class),
            _ => None,
        }
    }

    pub fn instance(&self, id: ObjectId) -> Option<&Instance> {
        match self.get(id) {
            Object::Instance(instance) => Some(instance),
            _ => None,
        }
    }

    pub fn instance_mut(&mut self, id: ObjectId) -> Option<&mut Instance> {
        match self.get_mut(id) {
            Object::Instance(instance) => Some(instance),
            _ => None,
        }
    }

    pub fn module(&self, id: ObjectId) -> Option<&Module> {
        match self.get(id) {
            Object::Module(module) => Some(module),
            _ => None,
        }
    }

    pub fn module_mut(&mut self, id: ObjectId) -> Option<&mut Module> {
        match self.get_mut(id) {
            Object::Module(module) => Some(module),
            _ => None,
        }
    }

    /// A class's attribute through its method resolution order, and the class that has it.
    pub fn lookup(&self, class: ObjectId, name: &str) -> Option<(Value, ObjectId)> {
        let mro = &self.class(class)?.mro;
        mro.iter().find_map(|&base| Some((self.class(base)?.attributes.get(name)?, base)))
    }

    /// As [`Heap::lookup`], starting after `after` in the order of `class`: what `super()` sees.
    pub fn lookup_after(&self, class: ObjectId, after: ObjectId, name: &str) -> Option<(Value, ObjectId)> {
        let mro = &self.class(class)?.mro;
        let start = mro.iter().position(|&base| base == after)? + 1;
        mro[start..].iter().find_map(|&base| Some((self.class(base)?.attributes.get(name)?, base)))
    }

    pub fn is_subclass(&self, class: ObjectId, of: ObjectId) -> bool {
        self.class(class).is_some_and(|class| class.mro.contains(&of))
    }

    pub fn new_instance(&mut self, class: ObjectId, native: Option<Value>) -> ObjectId {
        self.allocate(Object::Instance(Instance { class, attributes: Attributes::default(), native, touched: None }))
    }
}
