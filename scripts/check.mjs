// npm run check: lint, types, spellings of hexadecimals, regular expressions, sentences, sizes, unused code, packaging. All of it runs; what failed is told at the end.
import { pack } from './pack.mjs'
import { prepare } from './prepare.mjs'
import { run, tool } from './processes.mjs'
import { commandPackages } from './workspace.mjs'

await prepare()
const failed = []
const step = async (name, command, args, { listed = false } = {}) => {
  const { code, output } = await run(command, args, { quiet: true })
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name}`)
  if (code !== 0 || listed) console.log(output)
  if (code === 0) return
  failed.push(name)
}
await step('lint', tool('biome'), ['check', '--error-on-warnings'])
await step('types', tool('tsgo'), ['-b'])
await step('spellings of hexadecimals', process.execPath, ['scripts/spellings.mjs'])
await step('regular expressions', process.execPath, ['scripts/expressions.mjs'])
// What isn't translated yet is listed, and fails nothing.
await step('sentences', process.execPath, ['scripts/sentences.mjs'], { listed: true })
await step('sizes', process.execPath, ['scripts/sizes.mjs'])
await step('unused code', tool('knip'), ['--no-progress'])
const packed = await pack()
for (const [name, { tarball }] of Object.entries(packed)) {
  await step(`packaging of ${name}`, tool('publint'), ['--strict', tarball])
  if (commandPackages.includes(name)) continue
  await step(`types of ${name} as installed`, tool('attw'), [tarball, '--profile', 'esm-only'])
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
