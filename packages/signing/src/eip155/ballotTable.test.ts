import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { ask, fieldsOf, headline, me, person, reads } from './test/stage.js'

// Votes on proposals, what is taken back beside other calls, and what is given in full beside what can't be added up.

const answers = answerQuietly()

const { nft, router, stranger, usd } = parties
const abi = parseAbi([
  'function castVote(uint256 proposal, uint8 choice)',
  'function castVoteWithReason(uint256 proposal, uint8 choice, string reason)',
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])
const asked = (to: Hex, data: Hex) => ({
  ...{ network: quiet, method: 'eth_sendTransaction', params: [{ from: me, to, data }] },
})
const several = (...calls: readonly { readonly to: Hex; readonly data: Hex }[]) => ({
  ...{ network: quiet, method: 'wallet_sendCalls' },
  params: [
    {
      ...{ version: '2.0.0', from: me, chainId: '0x7a69', atomicRequired: true },
      calls: calls.map((call) => ({ ...call, value: '0x0' })),
    },
  ],
})

test.each([
  [0, 'Against'],
  [1, 'For'],
  [2, 'Abstain'],
  [7, '7'],
])(
  '[F13] a vote is said with its proposal and choice; a contract that isn’t known takes a step of its own: %s',
  async (choice, said) => {
    const vote = encodeFunctionData({ abi, functionName: 'castVote', args: [12n, choice] })
    expect(await headline(asked(router, vote))).toBe(`Your vote on the proposal 12: ${said}.`)
    reads(await ask(asked(router, vote)), { level: 'plain', facts: ['Proposal: 12', `Choice: ${said}`], warnings: [] })
    expect(await headline(asked(stranger, vote))).toBe(
      `Your vote on the proposal 12: ${said}. The rest could not be checked.`,
    )
    reads(await ask(asked(stranger, vote)), { level: 'deliberate', warnings: ['isn’t known here'] })
  },
)

test('[F13] why is said too', async () => {
  const vote = encodeFunctionData({ abi, functionName: 'castVoteWithReason', args: [12n, 1, 'It is due.'] })
  reads(await ask(asked(router, vote)), { level: 'plain', facts: ['Reason: It is due.'] })
})

const ballot =
  'from address, space string, timestamp uint64, proposal bytes32, choice uint32, reason string, app string, metadata string'
const proposal = `0x${'ab'.repeat(32)}`
const message = {
  ...{ from: me, space: 'own.eth', timestamp: '1700000000', proposal, choice: 2 },
  ...{ reason: '', app: 'snapshot', metadata: '{}' },
}
const signed = (fields: string, said: object, domain: object = { name: 'snapshot', version: '0.1.4' }) => ({
  ...{ network: quiet, method: 'eth_signTypedData_v4' },
  params: [me, { types: { Vote: fieldsOf(fields) }, primaryType: 'Vote', message: said, domain }],
})

test('[F13] a vote that is signed is one where nothing else is in it', async () => {
  expect(await headline(signed(ballot, message))).toMatch(/^Your vote on the proposal 0x.*: 2\./)
  reads(await ask(signed(ballot, message)), { level: 'careful', facts: ['For: own.eth'] })
  reads(await ask(signed(ballot.replace('choice uint32', 'choice uint32[]'), { ...message, choice: [3, 1] })), {
    ...{ level: 'careful', facts: ['Choice: 3, 1'] },
  })
  for (const other of [
    signed(`${ballot}, spender address`, { ...message, spender: stranger }),
    signed(ballot, { ...message, from: person }),
    signed(ballot, message, { name: 'snapshot', version: '0.1.4', verifyingContract: usd }),
    signed(ballot, message, { name: 'other', version: '0.1.4' }),
    signed(ballot.replace('choice uint32', 'choice uint256'), message),
  ])
    reads(await ask(other), { level: 'deliberate' })
})

test('[F13] a collection that is taken back is said beside what is given', async () => {
  const back = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [stranger, false] })
  const give = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 5_000_000n] })
  const said = await headline(several({ to: nft, data: back }, { to: usd, data: give }))
  expect(said).toContain('You give 5 USD to ')
  expect(said).toMatch(/abc008 may no longer take your /i)
})

test('[F13] all of a token is said to be all, beside what can’t be added up too', async () => {
  const one = encodeFunctionData({ abi, functionName: 'approve', args: [router, 7n] })
  const all = encodeFunctionData({ abi, functionName: 'transfer', args: [person, 1_000_000_000n] })
  answers.set('0x95d89b41', '0x')
  const { warnings } = await ask(several({ to: nft, data: one }, { to: usd, data: all }))
  expect(warnings.join(' ')).toContain('This is all of your USD.')
})
