// node scripts/keepRelease.mjs NAME: keeps the server as it is now under apps/server/releases/NAME, for the test that lets a
// node of an earlier release run on while the present one brings the tables up to date. Once a release, before the next
// migration; what npm installs stays outside.
import { cp, mkdir } from 'node:fs/promises'
import { root } from './processes.mjs'
import { fail } from './requirements.mjs'

const [name = ''] = process.argv.slice(2)
if (!/^\w+$/.test(name))
  fail('Say what the release is called, in letters and digits: node scripts/keepRelease.mjs 0007')
const { rolldown } = await import('rolldown')
const server = `${root}apps/server`
const kept = `${server}/releases/${name}`
const bundle = await rolldown({
  input: `${server}/src/main.ts`,
  platform: 'node',
  resolve: { conditionNames: ['foyer-source', 'import', 'default'] },
  external: /^(?!@foyer\/|@noble\/|@scure\/)[@a-z]/,
})
await mkdir(kept, { recursive: true })
await bundle.write({ file: `${kept}/bin/server.mjs`, format: 'es', codeSplitting: false })
await bundle.close()
// Beside `bin`, where the server looks for them.
for (const folder of ['directory', 'migrations'])
  await cp(`${server}/${folder}`, `${kept}/${folder}`, { recursive: true })
console.log(`Kept in ${kept}.`)
