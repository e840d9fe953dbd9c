import { createClient, http, parseEther } from 'viem'
import { getBalance, getBlockNumber, getChainId } from 'viem/actions'
import { expect, onTestFinished, test } from 'vitest'
import { devAccounts } from './accounts.js'
import { PortTakenError } from './errors.js'
import { startChain } from './startChain.js'

test.each([
  { id: 31337, name: 'Foyer Local' },
  { id: 31338, name: 'Foyer Local Two' },
] as const)('chain $id is bare, and its accounts are rich', async ({ id, name }) => {
  const chain = await startChain({ id })
  onTestFinished(() => chain.stop())
  expect(chain).toMatchObject({
    id,
    name,
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    url: `http://127.0.0.1:${chain.port}`,
  })
  const client = createClient({ transport: http(chain.url) })
  expect(await getChainId(client)).toBe(id)
  expect(await getBlockNumber(client)).toBe(0n)
  for (const { address } of devAccounts) expect(await getBalance(client, { address })).toBe(parseEther('10000'))
})

test('a chain takes the port it is given, and a second one is refused because it is taken', async () => {
  const first = await startChain({ id: 31337 })
  onTestFinished(() => first.stop())
  await expect(startChain({ id: 31338, port: first.port })).rejects.toBeInstanceOf(PortTakenError)
})
