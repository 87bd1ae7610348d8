"""What the tools of this pack remember between calls of one process."""

from __future__ import annotations

# Each hold by its key: "holding", "released", "gave-up", or why its caller gave up.
holds: dict[str, str] = {}

# While true, importing tools/unloadable.py fails.
unloadable_is_broken = False
