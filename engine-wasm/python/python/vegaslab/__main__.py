"""`python -m vegaslab` is the `vegaslab` command."""

import sys

from ._command import main

sys.exit(main())
