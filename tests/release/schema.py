"""Checks SBOMs against the schema of CycloneDX 1.6: python schema.py FILE..., with cyclonedx-python-lib."""

import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

validator = JsonStrictValidator(SchemaVersion.V1_6)
for name in sys.argv[1:]:
    text = Path(name).read_text()
    if fault := validator.validate_str(text):
        sys.exit(f"{name}: {str(fault).splitlines()[0]}")
    # A document with a planted mistake shows that the validator checks.
    broken = json.loads(text)
    broken["components"][0]["hashes"] = [{"alg": "SHA-256", "content": "no hash"}]
    assert validator.validate_str(json.dumps(broken)), "the validator takes anything"
    print(f"{Path(name).name}: as the schema says, {len(json.loads(text)['components'])} components")
