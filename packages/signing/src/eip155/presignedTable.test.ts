import { type Abi, type Address, encodeFunctionData, type Hex, numberToHex, parseAbi, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me, person } from './test/stage.js'

// What is signed on the chain by its hash alone: whose order it is, and for how much, nobody can see here.

answerQuietly()
const { usd, router, stranger } = parties
const settlement: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
const relayer: Address = '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110'
const abi = parseAbi([
  'function setPreSignature(bytes orderUid, bool signed)',
  'function invalidateOrder(bytes orderUid)',
  'function approve(address spender, uint256 amount)',
  'function approveHash(bytes32 hash)',
  'function preSign(bytes32 hash)',
  'function preSign(bytes32 hash, address signer, bytes signature)',
  'function approveOrderHash_(bytes32 hash)',
  'function approveTransaction(address owner, bytes32 hash)',
  'function approveTransactions(address[] owners, bytes32[] hashes)',
  'function signMessage(bytes data)',
  'function setRoot(bytes32 root, (uint256 location, bytes data) proof)',
  'function setRootWithContext(bytes32 root, (uint256 location, bytes data) proof, address factory, bytes data)',
  'function create((address handler, bytes32 salt, bytes staticInput) params, bool dispatch)',
  'function createWithContext((address handler, bytes32 salt, bytes staticInput) params, address factory, bytes data, bool dispatch)',
  'function multicall(bytes[] calls)',
])
const hash: Hex = `0x${'ab'.repeat(32)}`
const uid: Hex = `${hash}${me.slice(2)}ffffffff`
const proof = { location: 0n, data: '0x' } as const
const params = { handler: stranger, salt: zeroHash, staticInput: hash } as const
const network = { ...quiet, contracts: [...(quiet.contracts ?? []), { address: relayer, name: 'Relayer' }] }
const sent = (to: Address, data: Hex) => ({ network, method: 'eth_sendTransaction', params: [{ from: me, to, data }] })
const any: Abi = abi
const encode = (call: { readonly functionName: string; readonly args: readonly unknown[] }): Hex =>
  encodeFunctionData({ abi: any, ...call })
const presign = encode({ functionName: 'setPreSignature', args: [uid, true] })

test.each([
  { functionName: 'setPreSignature', args: [uid, true] },
  { functionName: 'approveHash', args: [hash] },
  { functionName: 'preSign', args: [hash] },
  { functionName: 'preSign', args: [hash, me, '0x02'] },
  { functionName: 'approveOrderHash_', args: [hash] },
  { functionName: 'approveTransaction', args: [me, hash] },
  { functionName: 'approveTransactions', args: [[me], [hash]] },
  { functionName: 'signMessage', args: [hash] },
  { functionName: 'setRoot', args: [hash, proof] },
  { functionName: 'setRootWithContext', args: [hash, proof, stranger, '0x'] },
  { functionName: 'create', args: [params, true] },
  { functionName: 'createWithContext', args: [params, stranger, '0x', true] },
])('$functionName signs what only a hash is said of, wherever it is called', async (call) => {
  for (const to of [settlement, router, stranger]) {
    const { level, facts, warnings } = await ask(sent(to, encode(call)))
    expect(level).toBe('deliberate')
    expect(warnings.join(' ')).toContain('hash of anything')
    expect(facts.join(' ')).toContain(`What is signed: ${hash}`)
  }
})

test('it is so in the words of whoever made the contract, too, and in no call of several any less', async () => {
  const descriptor = {
    $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
    context: { contract: { deployments: [{ chainId: 31337, address: settlement }] } },
    metadata: { owner: 'CoW DAO' },
    display: {
      formats: {
        'setPreSignature(bytes orderUid,bool signed)': {
          intent: 'Sign an order on the chain',
          fields: [
            { path: 'orderUid', label: 'Order', format: 'raw' },
            { path: 'signed', label: 'Is signed', format: 'raw' },
          ],
        },
      },
    },
  }
  const outside = { descriptorsOf: async () => [descriptor] }
  const approve = { to: usd, data: encode({ functionName: 'approve', args: [relayer, 500_000_000n] }) }
  const calls = [approve, { to: settlement, data: presign }]
  const batch = { version: '2.0.0', from: me, chainId: numberToHex(31337), atomicRequired: true, calls }
  const nested = [0, 1, 2].reduce((data) => encode({ functionName: 'multicall', args: [[data]] }), presign)
  for (const asked of [
    sent(settlement, presign),
    sent(router, nested),
    { network, method: 'wallet_sendCalls', params: [batch] },
  ]) {
    const { level, warnings } = await ask({ ...asked, outside })
    expect(level).toBe('deliberate')
    expect(warnings.join(' ')).toContain('hash of anything')
  }
  expect(await headline(sent(settlement, presign))).toBe('You sign something that we could not check.')
})

test('what takes such a signature back is no step of its own', async () => {
  for (const call of [
    { functionName: 'setPreSignature', args: [uid, false] },
    { functionName: 'invalidateOrder', args: [uid] },
  ])
    expect(await ask(sent(settlement, encode(call)))).toMatchObject({
      ...{ level: 'plain', title: 'Take back an earlier signature', warnings: [] },
    })
  // Of a contract that isn't known the name of a function says nothing.
  const unknown = encode({ functionName: 'invalidateOrder', args: [uid] })
  expect((await ask(sent(person, unknown))).level).toBe('deliberate')
})
