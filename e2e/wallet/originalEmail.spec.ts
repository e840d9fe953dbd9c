import { expect } from '@playwright/test'
import { mailThat, newestCode } from '../journeys/embeddedWallet.js'
import { test } from '../journeys/ownServices.js'
import { openOriginal, serveOriginal } from './originalStage.js'

const [from, to] = ['original.ada@example.com', 'original.lovelace@example.com']

test('[S4.24 S4.25 S7.39] AppKit’s own client goes to another address: both codes, the links of both mailboxes, and the new one after the wait', async ({
  context,
  journey,
  local,
  passTime,
  passBetweenMails,
}) => {
  // A wrong code is refused, and so is the address that it has.
  journey.expectTrouble(/status of 40[39]/)
  const host = await serveOriginal(local)
  try {
    const original = await openOriginal({ context, journey, host })
    const follow = async (email: string, says: RegExp) => {
      const { links } = await mailThat(journey, { email, says })
      const confirming = await context.newPage()
      await confirming.goto(links.find((each) => each.includes('/confirm#')) ?? '')
      await confirming.getByRole('button', { name: /^Yes/ }).click()
      await expect(confirming.getByText(/Confirmed/)).toBeVisible()
      await confirming.close()
    }
    await original.call('connectEmail', { email: from })
    const waiting = original.call('connectDevice')
    await follow(from, /\/confirm#/)
    await waiting
    const first = await newestCode({ journey, email: from })
    await original.call('connectOtp', { otp: first.code })
    const [{ id: chainId }] = journey.local.chains
    const before = await original.call('connect', { chainId })
    expect(before).toMatchObject({ answer: { email: from } })

    expect(await original.call('updateEmail', { email: from })).toEqual({ failure: 'This is your address already.' })
    passBetweenMails()
    expect(await original.call('updateEmail', { email: to })).toMatchObject({
      answer: { action: 'VERIFY_PRIMARY_OTP' },
    })
    const second = await newestCode({ journey, email: from, after: first.arrivedAt })
    const wrong = second.code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
    expect(await original.call('updateEmailPrimaryOtp', { otp: wrong })).toEqual({ failure: 'Invalid code' })
    expect(await original.call('updateEmailPrimaryOtp', { otp: second.code })).toEqual({ answer: null })
    const { code } = await newestCode({ journey, email: to })
    const updating = original.call('updateEmailSecondaryOtp', { otp: code })
    for (const email of [from, to]) await follow(email, /New address[\s\S]*\/confirm#/)
    expect(await updating).toMatchObject({ failure: expect.stringContaining(`${to} opens your wallet from`) })
    passTime(86_400_000)
    await original.page.reload()
    await original.page.waitForFunction(() => Reflect.has(globalThis, 'original'))
    expect(await original.call('isConnected')).toEqual({ answer: { isConnected: true } })
    const after = await original.call('connect', { chainId })
    expect(after).toMatchObject({ answer: { ...Object(Object(before).answer), email: to } })
    expect(await original.timeouts()).toEqual([])
  } finally {
    await host.stop()
  }
})
