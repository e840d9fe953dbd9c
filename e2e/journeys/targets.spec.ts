import { expect, test } from '../fixtures.js'
import { postedToAnyone } from '../hearTargets.js'

test('[F8] a message that is posted to anyone, or without a target, is heard in every journey', async ({
  page,
  journey,
}) => {
  journey.expectTrouble(/A message was posted to/)
  await page.goto(journey.local.demo)
  // A page of another origin that this one may frame; once it is there, its own origin is a target like any other.
  await page.evaluate(
    async (other) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      frame.src = other
      document.body.append(frame)
      await loaded
      for (const target of ['*', '/', new URL(other).origin]) frame.contentWindow?.postMessage('hello', target)
      frame.contentWindow?.postMessage('hello')
      frame.contentWindow?.postMessage('hello', { targetOrigin: '*' })
    },
    `${journey.local.wallet}/sdk?projectId=foyer-demo&origin=${encodeURIComponent(journey.local.demo)}`,
  )
  const heard = () => journey.troubles.filter((trouble) => trouble.startsWith(postedToAnyone))
  await expect.poll(() => heard().map((trouble) => trouble.split(' ')[5])).toEqual(['"*"', '"/"', 'undefined', '"*"'])
})
