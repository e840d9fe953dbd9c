import { concat, createTestClient, http, isAddress, parseAbi } from 'viem'
import { getCode, readContract } from 'viem/actions'
import { expect, test } from '../fixtures.js'
import { setBalance } from '../setBalance.js'
import { pressArmed } from '../wallet/pressArmed.js'
import { emailOf } from './embeddedWallet.js'
import { logInOnOwnPage } from './ownPage.js'
import { look } from './shown.js'
import { untilDelegateIsKnown } from './smartStage.js'

const nonceAbi = parseAbi(['function currentNonce(address manager, address delegator) view returns (uint256)'])

test('a visitor sees on the wallet’s own page whose code is switched on for their address: another’s is replaced where they ask for that, all permissions are ended at once, and their own is switched off, each read from the chain', async ({
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
  const send = () => pressArmed(button('Send'))
  await section.getByText('Smart account').click()
  await expect(section.getByText(/Another contract’s code is switched on: 0x0{35}f0ae3/)).toBeVisible()

  await button(`Replace on ${chain.name}`).click()
  await expect(section.getByText(/^Another contract’s code is switched on for your address here\./)).toBeVisible()
  await expect(button('Send')).toHaveAttribute('aria-disabled', 'true')
  await look({ page, name: 'own-page-replace-code' })
  await button('Reject').click()
  expect(await getCode(node, { address })).toBe(concat(['0xef0100', foreign]))

  await button(`Replace on ${chain.name}`).click()
  await section.getByRole('checkbox').check()
  await send()
  await expect(section.getByRole('status').last()).toHaveText(
    `On ${chain.name} this wallet’s code is switched on for your address.`,
  )
  const own = concat(['0xef0100', chain.delegation?.delegate ?? '0x']).toLowerCase()
  expect(await getCode(node, { address })).toBe(own)

  await expect(section.getByText('This wallet’s code is switched on.')).toBeVisible()
  // All permissions at once, whichever pages have a list of them: what any names is the account's number before.
  const number = () =>
    readContract(node, {
      ...{ address: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f', abi: nonceAbi, functionName: 'currentNonce' },
      args: ['0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3', address],
    })
  expect(await number()).toBe(0n)
  await button(`End all permissions on ${chain.name}`).click()
  await expect(section.getByRole('heading', { name: 'End all permissions on a network' })).toBeFocused()
  await send()
  await expect(section.getByRole('status').last()).toHaveText(
    `On ${chain.name} no permission that you gave before holds any more.`,
  )
  expect(await number()).toBe(1n)
  await look({ page, name: 'own-page-permissions-ended' })

  await button(`Switch off on ${chain.name}`).click()
  await expect(section.getByRole('heading', { name: 'Take this account back from a contract' })).toBeFocused()
  await send()
  await expect(section.getByRole('status').last()).toHaveText(
    `On ${chain.name} no code is switched on for your address any more.`,
  )
  await expect(section.getByText('No code is switched on for your address.', { exact: true })).toBeVisible()
  expect(await getCode(node, { address })).toBeUndefined()
})
