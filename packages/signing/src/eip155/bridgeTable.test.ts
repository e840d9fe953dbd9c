import { encodeFunctionData, type Hex, namehash, pad, parseAbi, toHex, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, headline, me } from './test/stage.js'

// What goes to another network, to whom there and for how much; and whose a name is.

answerQuietly()
const { ann, usd, nft, stranger, router } = parties
const abi = parseAbi([
  'function bridgeETHTo(address to, uint32 gas, bytes along)',
  'function depositETH(uint32 gas, bytes along)',
  'function bridgeERC20(address token, address there, uint256 amount, uint32 gas, bytes along)',
  'function depositERC20To(address token, address there, address to, uint256 amount, uint32 gas, bytes along)',
  'function outboundTransfer(address token, address to, uint256 amount, uint256 mostGas, uint256 gasPrice, bytes along)',
  'function depositForBurn(uint256 amount, uint32 domain, bytes32 recipient, address token)',
  'function depositV3(address depositor, address to, address token, address there, uint256 amount, uint256 gets, uint256 chain, address relayer, uint32 quotedAt, uint32 until, uint32 relayerUntil, bytes along)',
])
/** The second version, whose functions have the names of the first. */
const second = parseAbi([
  'function depositForBurn(uint256 amount, uint32 domain, bytes32 recipient, address token, bytes32 caller, uint256 mostFee, uint32 finality)',
  'function depositForBurnWithHook(uint256 amount, uint32 domain, bytes32 recipient, address token, bytes32 caller, uint256 mostFee, uint32 finality, bytes along)',
])
const word = (address: Hex) => pad(address, { size: 32 })
const asked = (to: string, data: Hex, value = 0n) => ({
  network: quiet,
  method: 'eth_sendTransaction',
  params: [{ from: me, to, data, value: toHex(value) }],
})
const saidOf = async (to: string, data: Hex, value = 0n) => {
  const request = asked(to, data, value)
  const { level, warnings, facts } = await ask(request)
  return { level, said: await headline(request), warned: warnings.join(' '), facts: facts.join(' | ') }
}
const burnt = (to: Hex) =>
  encodeFunctionData({ abi, functionName: 'depositForBurn', args: [5_000_000n, 6, word(to), usd] })
const other = 'What you give is somebody else’s from then on.'
const elsewhere = 'It goes to another network.'
const eth = 10n ** 17n

test.each([
  ['coins, to another', router, encodeFunctionData({ abi, functionName: 'bridgeETHTo', args: [ann, 1, '0x'] }), eth],
  [
    'a token',
    router,
    encodeFunctionData({ abi, functionName: 'depositERC20To', args: [usd, nft, ann, 5_000_000n, 1, '0x'] }),
  ],
  [
    'by a gateway',
    router,
    encodeFunctionData({ abi, functionName: 'outboundTransfer', args: [usd, ann, 5_000_000n, 1n, 1n, '0x'] }),
  ],
  ['burnt and made anew', router, burnt(ann)],
])('[F13] what another gets on another network is given to them: %s', async (_, to, data, value = 0n) => {
  const { level, said, warned } = await saidOf(to, data, value)
  expect([level, said]).toEqual([
    'deliberate',
    expect.stringMatching(/^You give (0\.1 ETH|5 USD) to 0x00…(abc|ABC)002\. It goes to another network\.$/),
  ])
  expect(warned).toContain(other)
})

test.each([
  ['coins', encodeFunctionData({ abi, functionName: 'depositETH', args: [1, '0x'] }), eth, '0.1 ETH'],
  ['a token', burnt(me), 0n, '5 USD'],
])(
  '[F13] what the account gets there itself is given to the contract, which is to be known: %s',
  async (_, data, value, what) => {
    const known = await saidOf(router, data, value)
    expect(known).toMatchObject({ level: 'plain', said: `You give ${what} to Router. ${elsewhere}` })
    expect(known.facts).toContain('Chain: Another network, over Router')
    const strange = await saidOf(stranger, data, value)
    expect(strange).toMatchObject({
      level: 'deliberate',
      said: `You give ${what} to a contract that we could not check. ${elsewhere}`,
    })
    expect(strange.warned).not.toContain(other)
  },
)

const burning = (more: { readonly fee?: bigint; readonly caller?: Hex; readonly domain?: number; readonly to?: Hex }) =>
  encodeFunctionData({
    abi: second,
    functionName: 'depositForBurn',
    args: [5_000_000n, more.domain ?? 6, word(more.to ?? me), usd, more.caller ?? zeroHash, more.fee ?? 0n, 1000],
  })

test('[F13] what Circle makes anew there is said with its network and its fee; a fee that takes much of it, one who alone may deliver it, and data take a step of its own', async () => {
  const usual = await saidOf(router, burning({ fee: 500n }))
  expect(usual).toMatchObject({ level: 'plain', said: `You give 5 USD to Router. ${elsewhere}`, warned: '' })
  expect(usual.facts).toContain('Fee, at most: 0.0005 USD')
  expect(usual.facts).toContain('Chain: Chain 8453')
  // On a network whose addresses are others nobody could receive it.
  for (const domain of [4, 5])
    expect(await saidOf(router, burning({ domain }))).toMatchObject({
      level: 'deliberate',
      warned: expect.stringContaining('can’t be read'),
    })
  const dear = await saidOf(router, burning({ fee: 4_990_000n }))
  expect([dear.level, dear.warned]).toEqual(['deliberate', 'You may get next to nothing for it.'])
  const held = await saidOf(router, burning({ caller: word(stranger) }))
  expect([held.level, held.warned]).toEqual(['deliberate', 'Only whom it names may have it delivered there.'])
  expect(held.facts.toLowerCase()).toContain(`may release it: ${stranger.toLowerCase()}`)
  expect(await saidOf(router, burning({ caller: word(me) }))).toMatchObject({ level: 'plain', warned: '' })
  const args = [5_000_000n, 6, word(me), usd, zeroHash, 0n, 1000, '0x12'] as const
  const hooked = await saidOf(router, encodeFunctionData({ abi: second, functionName: 'depositForBurnWithHook', args }))
  expect([hooked.level, hooked.warned]).toEqual(['deliberate', expect.stringContaining('It carries data')])
})

test('[F13] the token that comes on another network is said, which may be anybody’s: it takes a step of its own', async () => {
  const args = [usd, stranger, 5_000_000n, 1, '0x'] as const
  const bridged = await saidOf(router, encodeFunctionData({ abi, functionName: 'bridgeERC20', args }))
  expect(bridged).toMatchObject({ level: 'deliberate', warned: expect.stringContaining('couldn’t be checked') })
  expect(bridged.facts.toLowerCase()).toContain(`token: ${stranger.toLowerCase()}`)
})

const acrossed = (more: {
  readonly to?: Hex
  readonly gets?: bigint
  readonly along?: Hex
  readonly depositor?: Hex
}): Hex => {
  const { to = me, gets = 4_990_000n, along = '0x', depositor = me } = more
  const args = [depositor, to, usd, nft, 5_000_000n, gets, 8453n, zeroAddress, 0, 0, 0, along] as const
  return encodeFunctionData({ abi, functionName: 'depositV3', args })
}

test('[F13] what Across takes to another network is said with the token that comes there, which nobody looked up and may be anybody’s: it takes a step of its own, as far less, for another, with data, or with another who gets it back', async () => {
  const usual = await saidOf(router, acrossed({}))
  expect(usual).toMatchObject({ level: 'deliberate', said: `You give 5 USD to Router. ${elsewhere}` })
  expect(usual.facts).toContain('Chain: Chain 8453')
  expect(usual.facts.toLowerCase()).toContain(`token: ${nft.toLowerCase()}`)
  expect(usual.warned).toBe('Whether what you get is worth what you give couldn’t be checked.')
  for (const more of [{ gets: 1n }, { to: stranger }, { along: '0x12' }, { depositor: stranger }] as const)
    expect(
      (await saidOf(router, acrossed(more))).level,
      JSON.stringify(more, (_, each) => `${each}`),
    ).toBe('deliberate')
  expect((await saidOf(router, acrossed({ to: stranger }))).said).toMatch(/^You give 5 USD to 0x00.*abc008\./i)
  const lost = await saidOf(router, acrossed({ depositor: stranger }))
  expect(lost.warned).toContain('What is left goes to an address that isn’t yours.')
  expect(lost.facts.toLowerCase()).toContain(`the rest: ${stranger.toLowerCase()}`)
})

const names = parseAbi([
  'function setOwner(bytes32 node, address owner)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function setRecord(bytes32 node, address owner, address resolver, uint64 ttl)',
  'function setResolver(bytes32 node, address resolver)',
  'function setAddr(bytes32 node, address account)',
  'function reclaim(uint256 id, address owner)',
])
const alice = namehash('alice.eth')
const owning = /^0x00…abc008 decides over the name \S+\.$/i
const leading = /^The name \S+ leads to 0x00…abc008 from then on\.$/i

test.each([
  ['handed over', (to: Hex) => encodeFunctionData({ abi: names, functionName: 'setOwner', args: [alice, to] }), owning],
  [
    'beneath another handed over',
    (to: Hex) => encodeFunctionData({ abi: names, functionName: 'setSubnodeOwner', args: [alice, alice, to] }),
    owning,
  ],
  [
    'handed over with what it leads to',
    (to: Hex) => encodeFunctionData({ abi: names, functionName: 'setRecord', args: [alice, to, router, 0n] }),
    owning,
  ],
  [
    'handed over by its number',
    (to: Hex) => encodeFunctionData({ abi: names, functionName: 'reclaim', args: [BigInt(alice), to] }),
    owning,
  ],
  [
    'answered for by another',
    (to: Hex) => encodeFunctionData({ abi: names, functionName: 'setResolver', args: [alice, to] }),
    leading,
  ],
  [
    'led elsewhere',
    (to: Hex) => encodeFunctionData({ abi: names, functionName: 'setAddr', args: [alice, to] }),
    leading,
  ],
])('[F13] a name that is %s is said, and is a step of its own; one that stays is none', async (_, call, said) => {
  const gone = await saidOf(router, call(stranger))
  expect([gone.level, gone.said]).toEqual(['deliberate', expect.stringMatching(said)])
  expect(gone.warned).toBe(
    said === owning
      ? 'Whoever has a name decides where it leads, and gets what is paid to it.'
      : 'What is paid to the name goes there from then on.',
  )
  expect(await saidOf(router, call(me))).toMatchObject({ level: 'plain', warned: '' })
  expect((await saidOf(stranger, call(me))).level).toBe('deliberate')
})

test('[F13] a name that stays, and is led by a contract that isn’t known, takes a step of its own', async () => {
  const led = (resolver: Hex) =>
    saidOf(router, encodeFunctionData({ abi: names, functionName: 'setRecord', args: [alice, me, resolver, 0n] }))
  const strange = await led(stranger)
  expect(strange.level).toBe('deliberate')
  expect(strange.facts.toLowerCase()).toContain(stranger.toLowerCase())
  expect((await led(router)).level).toBe('plain')
})
