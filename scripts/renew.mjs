// npm run renew: writes the accessibility trees (e2e/trees) and the pictures (e2e/baselines) that npm test compares with.
import { prepare } from './prepare.mjs'
import { run, tool } from './processes.mjs'

await prepare()
const { testBrowser } = await import('./browser.mjs')
// What stands after the command is Playwright's: `npm run renew -- --grep pairing` renews a part.
const { code } = await run(
  tool('playwright'),
  ['test', '--config', 'e2e/playwright.config.ts', 'e2e/journeys/views.spec.ts', ...process.argv.slice(2)],
  { env: { FOYER_BROWSER: await testBrowser(), FOYER_RENEW: '1' } },
)
process.exitCode = code
