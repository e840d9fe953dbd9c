import { expect } from '@playwright/test'
import { pressArmed } from '../wallet/pressArmed.js'
import { onAnotherDevice } from './anotherDevice.js'
import {
  addressShown,
  askForMail,
  asksToConfirm,
  confirmHere,
  digitsIn,
  emailOf,
  mailThat,
  typeCode,
  typeDigits,
} from './embeddedWallet.js'
import { test } from './ownServices.js'

const evmAddress = /^0x[0-9a-fA-F]{40}$/
const hourMs = 3_600_000

test('[F4] a stranger who begins the first login of an address has no wallet by its owner’s press; where its owner typed the digits for them, the mail about the wallet ends it, and the owner makes theirs', async ({
  page,
  browser,
  journey,
  passTime,
}) => {
  journey.expectTrouble(/401|Failed to load resource/)
  const { demo } = journey.local
  const email = emailOf('victim')
  const owners = await page.context().newPage()
  const linkIn = (links: readonly string[]) => links.find((each) => each.includes('/confirm#')) ?? ''
  let theirs = ''
  await onAnotherDevice(browser, async (stranger) => {
    await stranger.goto(demo)
    await askForMail({ page: stranger, email })
    const digits = await digitsIn(stranger)
    await owners.goto(linkIn((await mailThat(journey, { email, says: asksToConfirm })).links))
    const yes = owners.getByRole('button', { name: /^Yes/ })
    await expect(yes).toBeDisabled()
    for (const fact of [new URL(demo).host, 'Chrome', 'Asked at'])
      await expect(owners.locator('body')).toContainText(fact)
    // What a page that relays them would have its owner do.
    await typeDigits(owners, digits)
    await pressArmed(yes)
    await expect(owners.getByText(/^Confirmed/)).toBeVisible()
    await typeCode({ page: stranger, journey, email })
    theirs = await addressShown(stranger, evmAddress)
  })
  const { links, arrivedAt: after } = await mailThat(journey, { email, says: /A wallet was made with this address/ })
  await owners.goto(linkIn(links))
  await expect(owners.getByRole('heading', { name: /^A wallet was made for you on/ })).toBeVisible()
  await pressArmed(owners.getByRole('button', { name: 'It wasn’t me: end this wallet' }))
  await expect(owners.getByText(/^That wallet isn’t yours any more/)).toBeVisible()
  await owners.close()

  // Of one network, which the stranger's is here as well, an address is written to once an hour.
  passTime(hourMs + 1_000)
  await page.goto(demo)
  await askForMail({ page, email })
  await confirmHere(page, (await mailThat(journey, { email, says: asksToConfirm, after })).links)
  await typeCode({ page, journey, email, after })
  expect(await addressShown(page, evmAddress)).not.toBe(theirs)
})
