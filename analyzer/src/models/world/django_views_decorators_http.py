"""Views that answer some methods only."""

from functools import wraps

from django.http.response import HttpResponseNotAllowed


def require_http_methods(request_method_list):
    def decorator(func):
        @wraps(func)
        def inner(request, *args, **kwargs):
            if request.method not in request_method_list:
                return HttpResponseNotAllowed(request_method_list)
            return func(request, *args, **kwargs)

        return inner

    return decorator


require_GET = require_http_methods(["GET"])
require_POST = require_http_methods(["POST"])
require_safe = require_http_methods(["GET", "HEAD"])
