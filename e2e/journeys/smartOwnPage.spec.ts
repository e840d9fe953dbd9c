import { concat, createTestClient, http, isAddress } from 'viem'
import { getCode } from 'viem/actions'
import { expect, test } from '../fixtures.js'
import { setBalance } from '../setBalance.js'
import { emailOf } from './embeddedWallet.js'
import { logInOnOwnPage } from './ownPage.js'
import { untilDelegateIsKnown } from './smartStage.js'

test('a visitor sees on the wallet’s own page whose code is switched on for their address: another’s is replaced where they ask for that, and their own is switched off, each read from the chain', async ({
  page,
  journey,
}) => {
  const [chain] = journey.local.chains
  await untilDelegateIsKnown(journey)
  await page.goto(`${journey.local.wallet}/dashboard`)
  await logInOnOwnPage(page, { journey, email: emailOf('annie') })
  const address = (await page.locator('.address').first().textContent()) ?? ''
  if (!isAddress(address)) throw new Error('The page shows no address.')
  await setBalance({ chain, address, ether: '1' })
  const node = createTestClient({ mode: 'anvil', transport: http(chain.url) })
  const foreign = '0x00000000000000000000000000000000000f0ae3'
  await node.setCode({ address, bytecode: concat(['0xef0100', foreign]) })
  const section = page.getByRole('region', { name: 'Smart account' })
  const button = (name: string) => section.getByRole('button', { name, exact: true })
  await section.getByText('Smart account').click()
  await expect(section.getByText(/Another contract’s code is switched on: 0x0{35}f0ae3/)).toBeVisible()

  await button(`Replace on ${chain.name}`).click()
  await expect(section.getByText(/^Another contract’s code is switched on for your address here\./)).toBeVisible()
  await expect(button('Send')).toHaveAttribute('aria-disabled', 'true')
  await button('Reject').click()
  expect(await getCode(node, { address })).toBe(concat(['0xef0100', foreign]))

  await button(`Replace on ${chain.name}`).click()
  await section.getByRole('checkbox').check()
  // It is armed once it is in view, under a pointer.
  await button('Send').hover()
  await expect(button('Send')).not.toHaveAttribute('aria-disabled', 'true')
  await button('Send').click()
  await expect(section.getByRole('status')).toHaveText(
    `On ${chain.name} this wallet’s code is switched on for your address.`,
  )
  const own = concat(['0xef0100', chain.delegation?.delegate ?? '0x']).toLowerCase()
  expect(await getCode(node, { address })).toBe(own)

  await expect(section.getByText('This wallet’s code is switched on.')).toBeVisible()
  await button(`Switch off on ${chain.name}`).click()
  await expect(section.getByRole('heading', { name: 'Take this account back from a contract' })).toBeFocused()
  // It is armed once it is in view, under a pointer.
  await button('Send').hover()
  await expect(button('Send')).not.toHaveAttribute('aria-disabled', 'true')
  await button('Send').click()
  await expect(section.getByRole('status')).toHaveText(
    `On ${chain.name} no code is switched on for your address any more.`,
  )
  await expect(section.getByText('No code is switched on for your address.', { exact: true })).toBeVisible()
  expect(await getCode(node, { address })).toBeUndefined()
})
