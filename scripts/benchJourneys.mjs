// npm run bench:login: how long a login of the embedded wallet takes from the last digit to the account; writes benchmarks/LOGIN.md.
// npm run bench:words: how long it takes from a press until its request stands in words; writes benchmarks/WORDS.md.
// npm run bench:batches: how long it takes from an approval until the node has a batch; writes benchmarks/BATCHES.md.
import { prepare } from './prepare.mjs'
import { root, run, tool } from './processes.mjs'

await prepare()
const { browser } = await import('./browser.mjs')
const { code } = await run(tool('playwright'), ['test', '--config', 'e2e/bench.config.ts', ...process.argv.slice(2)], {
  env: { FOYER_BROWSER: await browser() },
})
await run(
  tool('biome'),
  ['format', '--write', ...['LOGIN', 'WORDS', 'BATCHES'].map((name) => `${root}benchmarks/${name}.md`)],
  {
    quiet: true,
  },
)
process.exitCode = code
