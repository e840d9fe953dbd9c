import { expect, test } from '../fixtures.js'
import { postedToAnyone } from '../hearTargets.js'

test('[F8] a message that is posted to anyone, or without a target, is heard in every journey', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/A message was posted to/)
  await page.goto(journey.local.demo)
  await page.evaluate((other) => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.src = other
    const own = new URL(other).origin
    for (const target of ['*', '/', own]) frame.contentWindow?.postMessage('hello', target)
    frame.contentWindow?.postMessage('hello')
    frame.contentWindow?.postMessage('hello', { targetOrigin: '*' })
  }, journey.local.mailbox)
  const heard = () => journey.troubles.filter((trouble) => trouble.startsWith(postedToAnyone))
  await expect.poll(() => heard().map((trouble) => trouble.split(' ')[5])).toEqual(['"*"', '"/"', 'undefined', '"*"'])
})
