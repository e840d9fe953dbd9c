import { expect, test } from 'vitest'
import { families as served } from '../families/families.js'
import { isMethodAllowed, isSending } from './methods.js'

const families = {
  eip155: 'eth_call',
  solana: 'getSlot',
  bip122: 'getblockcount',
  near: 'query',
  cosmos: 'abci_query',
  polkadot: 'state_getStorage',
  mvx: 'mvx_getAccount',
  algorand: 'algod_account',
  cip34: 'koios_addressInfo',
  tezos: 'octez_balance',
} as const

test('a family has its own methods and no other’s', () => {
  for (const family of Object.keys(families))
    for (const [owner, method] of Object.entries(families))
      expect([family, method, isMethodAllowed({ chainId: `${family}:1`, method })]).toEqual([
        family,
        method,
        family === owner,
      ])
  expect(isMethodAllowed({ chainId: 'other:1', method: 'status' })).toBe(false)
})

test.each([
  // What looks into a node, changes it, spends from its own wallet or hands out money.
  ['solana', ['requestAirdrop', 'getClusterNodes', 'getIdentity', 'getHighestSnapshotSlot']],
  [
    'bip122',
    ['sendtoaddress', 'dumpprivkey', 'getnewaddress', 'stop', 'getpeerinfo', 'importprivkey', 'generatetoaddress'],
  ],
  ['cosmos', ['unsafe_flush_mempool', 'dial_peers', 'dial_seeds', 'dump_consensus_state', 'net_info']],
  ['near', ['sandbox_patch_state', 'sandbox_fast_forward', 'adv_disable_doomslug', 'EXPERIMENTAL_split_storage_info']],
  [
    'polkadot',
    [
      'author_insertKey',
      'author_rotateKeys',
      'author_removeExtrinsic',
      'system_addReservedPeer',
      'system_peers',
      'state_traceBlock',
    ],
  ],
])('to a node of %s no other method is passed on', (family, methods) => {
  for (const method of methods)
    expect([method, isMethodAllowed({ chainId: `${family}:1`, method })]).toEqual([method, false])
})

test('[F22] methods that send are known as such, and are passed on', () => {
  const sending = {
    eip155: ['eth_sendRawTransaction'],
    solana: ['sendTransaction'],
    bip122: ['sendrawtransaction'],
    near: ['broadcast_tx_async', 'broadcast_tx_commit', 'send_tx'],
    cosmos: ['broadcast_tx_sync'],
    polkadot: ['author_submitExtrinsic'],
    mvx: ['mvx_sendTransaction'],
    algorand: ['algod_sendTransaction'],
    cip34: ['koios_sendTransaction'],
  }
  for (const [family, methods] of Object.entries(sending))
    for (const method of methods)
      expect([isSending(method), isMethodAllowed({ chainId: `${family}:1`, method })]).toEqual([true, true])
  for (const method of Object.values(families)) expect(isSending(method)).toBe(false)
})

test('what is passed on is this list and nothing else: a method that a node would sign or be changed with fails here', async () => {
  const methods = served.all.flatMap(({ id, nodes }) => nodes.methods.map(([method]) => `${id} ${method}`).sort())
  await expect(`${methods.join('\n')}\n`).toMatchFileSnapshot('allowedMethods.txt')
  const own =
    /sign(?!atures?(Statuses|esFor))|accounts$|^personal|^admin|^debug|^trace|^miner|^wallet|unlock|import|dump|^(anvil|hardhat|evm|engine)_/i
  const names = methods.map((method) => method.split(' ')[1] ?? '')
  expect(names.filter((name) => own.test(name))).toEqual([
    'getMultipleAccounts',
    'getProgramAccounts',
    'getSignaturesForAddress',
    'getTokenLargestAccounts',
    'getVoteAccounts',
  ])
})
