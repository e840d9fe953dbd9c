import { type Address, createPublicClient, erc20Abi, http, parseAbi } from 'viem'
import { expect, test } from '../fixtures.js'
import { openHost } from '../host.js'
import { modalOf } from './modal.js'
import { approveAll, giveNfts } from './nfts.js'
import { look, settled, show } from './shown.js'

const operatorsAbi = parseAbi(['function isApprovedForAll(address owner, address operator) view returns (bool)'])

test('[F27] by keyboard: several approvals are revoked in a round, each shown and signed by itself; one is left out, and the round can be stopped', async ({
  page,
  journey,
}) => {
  const [home] = journey.local.chains
  const chain = createPublicClient({ transport: http(home.url) })
  const maple = await journey.install({ name: 'Maple' })
  const [account = '0x'] = maple.accounts
  const { nft } = await giveNfts({ chain: home, to: account })
  const token: Address = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? '0x'
  const spender: Address = home.router
  await approveAll({ chain: home, account, token, collection: nft, spender })
  const allowance = () =>
    chain.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
  const isOperator = () =>
    chain.readContract({ address: nft, abi: operatorsAbi, functionName: 'isApprovedForAll', args: [account, spender] })
  const sent = () => maple.requests.filter(({ method }) => method === 'eth_sendTransaction').length
  const modal = modalOf(page)
  await openHost({ page, journey })
  await page.evaluate((connectorId) => window.kits[0]?.connect({ connectorId }), maple.rdns)
  await show(page, { view: 'Approvals' })
  const rows = modal.part('approval')
  await expect(rows).toHaveCount(2)

  const begin = async () => {
    await modal.part('revoke-several').press('Enter')
    await expect(modal.part('revoke-chosen')).toBeDisabled()
    await modal.part('choose-all').press('Enter')
    await expect(modal.dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await modal.part('revoke-chosen').press('Enter')
    await settled(page, 'RevokeApproval')
    await expect(modal.part('revoke-place')).toHaveText('Approval 1 of 2')
  }
  await begin()
  await look({ page, name: 'revoke-round' })
  await modal.part('revoke-stop').press('Enter')
  await settled(page, 'Approvals')
  expect(sent()).toBe(0)

  await begin()
  const first = await modal.part('signed-call').textContent()
  await modal.part('revoke-button').press('Enter')
  await expect(modal.part('revoke-place')).toHaveText('Approval 2 of 2')
  await settled(page, 'RevokeApproval')
  // What the second signs is another call, which was asked for by nobody yet.
  await expect(modal.part('signed-call')).not.toHaveText(first ?? '')
  expect(sent()).toBe(1)
  expect([await allowance(), await isOperator()].filter((open) => open === 0n || open === false)).toHaveLength(1)
  await modal.part('revoke-skip').press('Enter')
  await settled(page, 'Approvals')
  await expect(rows).toHaveCount(1)
  expect(sent()).toBe(1)
})
