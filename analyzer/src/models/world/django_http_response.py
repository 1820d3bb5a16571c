"""What views answer: real objects, of which a test looks at the status and the content."""

import json


class HttpResponseBase:
    status_code = 200

    def __init__(self, content_type=None, status=None, reason=None, charset=None, headers=None):
        self._headers = {} if headers is None else dict(headers)
        if status is not None:
            self.status_code = int(status)
            if not 100 <= self.status_code <= 599:
                raise ValueError("HTTP status code must be an integer from 100 to 599.")

    def __setitem__(self, header, value):
        self._headers[header] = value

    def __getitem__(self, header):
        return self._headers[header]

    def __delitem__(self, header):
        self._headers.pop(header, None)

    def __contains__(self, header):
        return header in self._headers

    has_header = __contains__

    def get(self, header, alternate=None):
        return self._headers.get(header, alternate)

    def setdefault(self, header, value):
        self._headers.setdefault(header, value)

    def set_cookie(self, key, value="", *args, **kwargs):
        pass

    def delete_cookie(self, key, *args, **kwargs):
        pass


class HttpResponse(HttpResponseBase):
    def __init__(self, content=b"", *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.content = content

    @property
    def content(self):
        return self._content

    @content.setter
    def content(self, value):
        if isinstance(value, bytes):
            self._content = value
        elif isinstance(value, (int, str)):
            self._content = str(value).encode()
        else:
            self._content = value


class HttpResponseRedirectBase(HttpResponse):
    def __init__(self, redirect_to, preserve_request=False, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.url = str(redirect_to)


class HttpResponseRedirect(HttpResponseRedirectBase):
    status_code = 302


class HttpResponsePermanentRedirect(HttpResponseRedirectBase):
    status_code = 301


class HttpResponseNotModified(HttpResponse):
    status_code = 304


class HttpResponseBadRequest(HttpResponse):
    status_code = 400


class HttpResponseNotFound(HttpResponse):
    status_code = 404


class HttpResponseForbidden(HttpResponse):
    status_code = 403


class HttpResponseNotAllowed(HttpResponse):
    status_code = 405

    def __init__(self, permitted_methods, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self["Allow"] = ", ".join(permitted_methods)


class HttpResponseGone(HttpResponse):
    status_code = 410


class HttpResponseServerError(HttpResponse):
    status_code = 500


class Http404(Exception):
    pass


class JsonResponse(HttpResponse):
    def __init__(self, data, encoder=None, safe=True, json_dumps_params=None, **kwargs):
        if safe and not isinstance(data, dict):
            raise TypeError(
                "In order to allow non-dict objects to be serialized set the safe parameter to False."
            )
        super().__init__(**kwargs)
        self._data = data
