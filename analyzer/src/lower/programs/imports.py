"""Module documentation."""
from __future__ import annotations
import a.b.c, os.path as p
from .x import y as z, w
from q import *
annotated: int
type Alias = list[Alias]
