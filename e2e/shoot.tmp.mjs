import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const a = JSON.parse(readFileSync('/tmp/faces-data/addresses.json','utf8'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const jobs = JSON.parse(process.argv[2])
for (const { name, path, width = 1280, height = 800, scheme = 'light', full = true, act } of jobs) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: 1 })
  const page = await context.newPage()
  page.on('console', (m) => ['error','warning'].includes(m.type()) && console.log(name, m.text()))
  await page.addInitScript(() => {}); page.on('pageerror', (e) => console.log(name, 'ERR', e.message))
  await page.goto((path.startsWith('wallet:') ? a.sampleWallet + path.slice(7) : (readFileSync('/tmp/faces-demo-url','utf8').trim()) + path))
  await page.waitForLoadState('networkidle')
  if (act) { try { await eval(`(async () => { ${act} })()`) } catch (e) { console.log(name, 'ACT', e.message.slice(0,300)) } }
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: full })
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (over > 0) console.log(name, 'overflows', over)
  await context.close()
}
await browser.close()
