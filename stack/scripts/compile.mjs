// Compiles contracts/*.sol to the JSON artefacts that are committed beside them.
//   node scripts/compile.mjs           writes the artefacts
//   node scripts/compile.mjs --print   prints them instead, as one JSON object of file name to content
//   node scripts/compile.mjs --stamp   prints the hash of what is there: of the sources, the artefacts, and what compiled them
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const contracts = new URL('../contracts/', import.meta.url)

// The metadata hash is left out, so that the bytecode depends on the code alone and not on its comments or place.
const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

function compile() {
  const solc = require('solc')
  const names = readdirSync(contracts).filter((name) => name.endsWith('.sol'))
  const sources = Object.fromEntries(
    names.map((name) => [name, { content: readFileSync(new URL(name, contracts), 'utf8') }]),
  )
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const findImport = (path) => ({ contents: readFileSync(require.resolve(path), 'utf8') })
  const { errors = [], contracts: compiled } = JSON.parse(solc.compile(input, { import: findImport }))
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

  const artefacts = {}
  for (const name of names) {
    for (const [contractName, { abi, evm }] of Object.entries(compiled[name])) {
      if (evm.bytecode.object === '') continue // an interface
      const artefact = { contractName, compiler: solc.version(), abi, bytecode: `0x${evm.bytecode.object}` }
      artefacts[`${contractName}.json`] = `${JSON.stringify(artefact, null, 2)}\n`
    }
  }
  return artefacts
}

/** Another source, artefact, setting or compiler has another: whoever changes one compiles anew. */
function stamp() {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  for (const name of ['solc', '@openzeppelin/contracts']) hash.update(require(`${name}/package.json`).version)
  for (const name of readdirSync(contracts).sort()) {
    if (/\.(sol|json)$/.test(name)) hash.update(name).update(readFileSync(new URL(name, contracts)))
  }
  return hash.digest('hex')
}

if (process.argv.includes('--stamp')) {
  process.stdout.write(stamp())
} else if (process.argv.includes('--print')) {
  process.stdout.write(JSON.stringify(compile()))
} else {
  const artefacts = compile()
  for (const [name, content] of Object.entries(artefacts)) {
    const file = new URL(name, contracts)
    writeFileSync(file, content)
    console.log(`wrote ${fileURLToPath(file)}`)
  }
  writeFileSync(new URL('compiled.sha256', contracts), `${stamp()}\n`)
}
