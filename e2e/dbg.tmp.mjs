import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await (await browser.newContext({ colorScheme: 'dark' })).newPage()
await page.goto(readFileSync('/tmp/faces-demo-url','utf8').trim() + '/look')
await page.waitForLoadState('networkidle')
const read = () => page.evaluate(() => {
  const host = document.querySelector('[data-foyer]') ?? document.querySelector('[data-part="foyer-modal"] > div')
  const card = host.shadowRoot.querySelector('[data-part="card"]') ?? host.shadowRoot.querySelector('section')
  const cs = getComputedStyle(card), hs = getComputedStyle(host)
  return { html: host.outerHTML.slice(0, 300), hostScheme: hs.colorScheme, cardScheme: cs.colorScheme, bg: cs.backgroundColor, tok: hs.getPropertyValue('--foyer-bg'), acc: hs.getPropertyValue('--foyer-accent'), card: card.dataset.part, parents: (() => { const l = []; for (let n = card; n; n = n.parentElement ?? n.getRootNode().host) l.push(`${n.tagName} ${n.dataset?.part ?? ''} ${getComputedStyle(n).colorScheme}`); return l })() }
})
console.log(JSON.stringify(await read(), null, 1))
await page.getByRole('radio', { name: 'Midnight' }).check()
await page.waitForTimeout(500)
console.log(JSON.stringify(await read(), null, 1))
await browser.close()
