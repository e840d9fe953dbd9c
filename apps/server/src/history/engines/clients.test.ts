import { expect, test } from 'vitest'
import { createAlchemy } from '../../nfts/nftProvider.js'
import type { Provider } from '../../provider/provider.js'
import { createBlockscout } from './blockscout.js'
import { createEsploraHistory } from './esplora.js'
import { createEtherscan } from './etherscan.js'

const chainId = 'eip155:1'
const url = 'https://engine.example'
const request = { account: `0x${'11'.repeat(20)}`, client: '192.0.2.1', signal: new AbortController().signal }

/** Notes whose questions it is asked, and answers none. */
const clients: (string | undefined)[] = []
const provider: Provider = {
  ask: async ({ client }) => {
    clients.push(client)
    throw new Error('no answer')
  },
}
const etherscan = createEtherscan({ chainId, url, provider })
const blockscout = createBlockscout({ chainId, url, provider })
const esplora = createEsploraHistory({ chainId: 'bip122:x', url, provider, now: Date.now })
const alchemy = createAlchemy({ key: 'a-key', provider })

test.each([
  ['a history of Etherscan', 5, () => etherscan.page({ ...request, mark: null })],
  ['tokens of Etherscan', 1, () => etherscan.tokens?.(request)],
  ['approvals of Etherscan', 2, () => etherscan.approvals?.(request)],
  ['a history of Blockscout', 3, () => blockscout.page({ ...request, mark: null })],
  ['tokens of Blockscout', 1, () => blockscout.tokens?.(request)],
  ['approvals of Blockscout', 2, () => blockscout.approvals?.(request)],
  ['a history of an Esplora', 1, () => esplora.page({ ...request, mark: null })],
  ['NFTs of Alchemy', 1, () => alchemy.page({ ...request, chain: { id: chainId }, mark: null, most: 1 })],
])('%s is asked for in %i questions, each in the name of its client', async (_, questions, ask) => {
  clients.length = 0
  await expect(ask()).rejects.toThrow('no answer')
  expect(clients).toEqual(Array.from({ length: questions }, () => request.client))
})
