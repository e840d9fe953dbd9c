import {
  type Address,
  encodeFunctionData as call,
  type Hex,
  keccak256,
  maxUint160,
  parseAbi,
  stringToBytes,
  zeroHash,
} from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties } from './test/quiet.js'
import { saidOfCall } from './test/saidOfSigned.js'
import { me, now } from './test/stage.js'

// What is said of calls that control contracts, and of those that let take through Permit2, rule by rule.

answerQuietly()

const { ann, usd, weth, router, stranger, fake } = parties
const abi = parseAbi([
  'function upgradeTo(address code)',
  'function upgradeToAndCall(address code, bytes data)',
  'function upgrade(address proxy, address code)',
  'function upgradeAndCall(address proxy, address code, bytes data)',
  'function changeAdmin(address owner)',
  'function changeProxyAdmin(address proxy, address owner)',
  'function transferOwnership(address owner)',
  'function setOwner(address owner)',
  'function acceptOwnership()',
  'function renounceOwnership()',
  'function beginDefaultAdminTransfer(address owner)',
  'function grantRole(bytes32 role, address account)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address account)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address before, address owner, uint256 threshold)',
  'function swapOwner(address before, address owner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function setGuard(address module)',
  'function setFallbackHandler(address module)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct One { Details details; address spender; uint256 sigDeadline; }',
  'struct Several { Details[] details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, One permit, bytes signature)',
  'function permit(address owner, Several permit, bytes signature)',
  'struct Pair { address token; address spender; }',
  'function lockdown(Pair[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 nonce)',
  'function invalidateUnorderedNonces(uint256 word, uint256 mask)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'struct Move { address from; address to; uint160 amount; address token; }',
  'function transferFrom(Move[] moves)',
])
const minter = keccak256(stringToBytes('MINTER_ROLE'))
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** A call: its name, the sentence said of it, its contract, its data and how many wei. */
type Row = readonly [string, string, Address, () => Hex, bigint?]
const controls: readonly Row[] = [
  [
    'new code',
    'deliberate: Replace a contract’s code | New code: ann # | Contract: stranger # | ! From then on the contract does whatever the ne',
    stranger,
    () => call({ abi, functionName: 'upgradeTo', args: [ann] }),
  ],
  [
    'new code, and what it is called with',
    'deliberate: Replace a contract’s code | New code: ann # | Data: 0x1234 # | Contract: stranger # | ! From then on the contract does whatever the ne',
    stranger,
    () => call({ abi, functionName: 'upgradeToAndCall', args: [ann, '0x1234'] }),
  ],
  [
    'new code, called with nothing',
    'deliberate: Replace a contract’s code | New code: ann # | Contract: stranger # | ! From then on the contract does whatever the ne',
    stranger,
    () => call({ abi, functionName: 'upgradeToAndCall', args: [ann, '0x'] }),
  ],
  [
    'new code by an administrator',
    'deliberate: Replace a contract’s code | New code: ann # | Contract: Router (router) # | ! From then on the contract does whatever the ne',
    stranger,
    () => call({ abi, functionName: 'upgrade', args: [router, ann] }),
  ],
  [
    'new code by an administrator, and what it is called with',
    'deliberate: Replace a contract’s code | New code: ann # | Contract: Router (router) # | Data: 0x1234 # | ! From then on the contract does whatever the ne',
    stranger,
    () => call({ abi, functionName: 'upgradeAndCall', args: [router, ann, '0x1234'] }),
  ],
  [
    'another administrator',
    'deliberate: Hand over a contract | Goes to: ann # | Contract: stranger # | ! The new owner may do with the contract whateve',
    stranger,
    () => call({ abi, functionName: 'changeAdmin', args: [ann] }),
  ],
  [
    'another administrator of a proxy',
    'deliberate: Hand over a contract | Goes to: ann # | Contract: Router (router) # | ! The new owner may do with the contract whateve',
    stranger,
    () => call({ abi, functionName: 'changeProxyAdmin', args: [router, ann] }),
  ],
  [
    'another owner',
    'deliberate: Hand over a contract | Goes to: ann # | Contract: stranger # | ! The new owner may do with the contract whateve',
    stranger,
    () => call({ abi, functionName: 'transferOwnership', args: [ann] }),
  ],
  [
    'another owner, by its older name',
    'deliberate: Hand over a contract | Goes to: ann # | Contract: stranger # | ! The new owner may do with the contract whateve',
    stranger,
    () => call({ abi, functionName: 'setOwner', args: [ann] }),
  ],
  [
    'this account as owner',
    'deliberate: Hand over a contract | Goes to: This account | Contract: stranger # | ! The new owner may do with the contract whateve',
    stranger,
    () => call({ abi, functionName: 'acceptOwnership' }),
  ],
  [
    'no owner',
    'deliberate: Hand over a contract | Goes to: Nobody, for good | Contract: stranger # | ! What only its owner may do, nobody may any mor',
    stranger,
    () => call({ abi, functionName: 'renounceOwnership' }),
  ],
  [
    'another administrator of roles',
    'deliberate: Hand over a contract | Goes to: ann # | Contract: stranger # | ! The new owner may do with the contract whateve',
    stranger,
    () => call({ abi, functionName: 'beginDefaultAdminTransfer', args: [ann] }),
  ],
  [
    'the role of all roles',
    'deliberate: Give a role | Role: Decides over all roles | Goes to: ann # | Contract: stranger # | ! Whoever has a role may do what it stands for.',
    stranger,
    () => call({ abi, functionName: 'grantRole', args: [zeroHash, ann] }),
  ],
  [
    'a role',
    'deliberate: Give a role | Role: 0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6 # | Goes to: ann # | Contract: stranger # | ! Whoever has a role may do what it stands for.',
    stranger,
    () => call({ abi, functionName: 'grantRole', args: [minter, ann] }),
  ],
  [
    'a role that is taken back',
    'deliberate: Take a role back | Role: 0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6 # | Account: ann # | Contract: stranger # | ! Whoever has a role may do what it stands for.',
    stranger,
    () => call({ abi, functionName: 'revokeRole', args: [minter, ann] }),
  ],
  [
    'a role that is given up',
    'deliberate: Take a role back | Role: 0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6 # | Account: ann # | Contract: stranger # | ! Whoever has a role may do what it stands for.',
    stranger,
    () => call({ abi, functionName: 'renounceRole', args: [minter, ann] }),
  ],
  [
    'one more owner of a Safe',
    'deliberate: Change who decides over a Safe | New owner: ann # | Signatures needed: 2 | Contract: stranger # | ! Its owners decide over all that the Safe has, ',
    stranger,
    () => call({ abi, functionName: 'addOwnerWithThreshold', args: [ann, 2n] }),
  ],
  [
    'one owner less',
    'deliberate: Change who decides over a Safe | Owner no more: ann # | Signatures needed: 2 | Contract: stranger # | ! Its owners decide over all that the Safe has, ',
    stranger,
    () => call({ abi, functionName: 'removeOwner', args: [router, ann, 2n] }),
  ],
  [
    'one owner for another',
    'deliberate: Change who decides over a Safe | New owner: fake # | Owner no more: ann # | Contract: stranger # | ! Its owners decide over all that the Safe has, ',
    stranger,
    () => call({ abi, functionName: 'swapOwner', args: [router, ann, fake] }),
  ],
  [
    'how many owners it takes',
    'deliberate: Change who decides over a Safe | Signatures needed: 2 | Contract: stranger # | ! Its owners decide over all that the Safe has, ',
    stranger,
    () => call({ abi, functionName: 'changeThreshold', args: [2n] }),
  ],
  [
    'a module of a Safe',
    'deliberate: Change who decides over a Safe | Module: ann # | Contract: stranger # | ! It may then move all that the Safe has, withou',
    stranger,
    () => call({ abi, functionName: 'enableModule', args: [ann] }),
  ],
  [
    'a guard of a Safe',
    'deliberate: Change who decides over a Safe | Guard: ann # | Contract: stranger # | ! A guard may refuse whatever the Safe is to do,',
    stranger,
    () => call({ abi, functionName: 'setGuard', args: [ann] }),
  ],
  [
    'a handler of a Safe',
    'deliberate: Change who decides over a Safe | Fallback handler: ann # | Contract: stranger # | ! What it answers counts as the Safe’s own word,',
    stranger,
    () => call({ abi, functionName: 'setFallbackHandler', args: [ann] }),
  ],
]
const end = Number(now) + 60
const detail = (token: Address, amount: bigint) => ({ token, amount, expiration: end, nonce: 0 })
const move = (to: Address) => ({ from: me, to, amount: 5_000_000n, token: usd })
const allowances: readonly Row[] = [
  [
    'an allowance',
    'careful: Allow spending of USD | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:01 UTC | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Moves now: Nothing | ! The spender may take this much of your USD, wi',
    permit2,
    () => call({ abi, functionName: 'approve', args: [usd, router, 5_000_000n, end] }),
  ],
  [
    'an allowance of everything',
    'deliberate: Allow spending of USD | Amount: Unlimited | You have now: 1000 USD | Spender: Router (router) # | Contract: usd # | Until: The block that it is carried out in | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Moves now: Nothing | ! The spender may take all of your USD, now and ',
    permit2,
    () => call({ abi, functionName: 'approve', args: [usd, router, maxUint160, 0] }),
  ],
  [
    'an allowance of nothing',
    'plain: Take back an allowance of USD | Spender: Router (router) # | Token: USD | Contract: usd # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    permit2,
    () => call({ abi, functionName: 'approve', args: [usd, router, 0n, end] }),
  ],
  [
    'the same at another contract',
    'deliberate: Call a contract | To: stranger # | ! What this does can’t be read from its data. It',
    stranger,
    () => call({ abi, functionName: 'approve', args: [usd, router, 5_000_000n, end] }),
  ],
  [
    'a permit of one',
    'deliberate: Allow spending of USD | Amount: 5 USD | Spender: ann # | Contract: usd # | Until: 2027-01-15 08:01 UTC | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Moves now: Nothing | ! The spender may take this much of your USD, wi | ! The spender is no contract, but somebody’s own',
    permit2,
    () =>
      call({
        abi,
        functionName: 'permit',
        args: [me, { details: detail(usd, 5_000_000n), spender: ann, sigDeadline: 1n }, '0x'],
      }),
  ],
  [
    'a permit of several',
    'careful: Allow spending of tokens | Amount: 5 USD | Spender: Router (router) # | Contract: usd # | Until: 2027-01-15 08:01 UTC | Amount: 0.000000000000000005 WETH | Spender: Router (router) # | Contract: weth # | Until: 2027-01-15 08:01 UTC | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Moves now: Nothing | ! The spender may take this much of your USD, wi | ! The spender may take this much of your WETH, w',
    permit2,
    () =>
      call({
        abi,
        functionName: 'permit',
        args: [me, { details: [detail(usd, 5_000_000n), detail(weth, 5n)], spender: router, sigDeadline: 1n }, '0x'],
      }),
  ],
  [
    'a permit of something and of nothing',
    'careful: Allow spending of tokens | Spender: Router (router) # | Token: USD | Contract: usd # | Amount: 0.000000000000000005 WETH | Spender: Router (router) # | Contract: weth # | Until: 2027-01-15 08:01 UTC | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) # | Moves now: Nothing | ! The spender may take this much of your WETH, w',
    permit2,
    () =>
      call({
        abi,
        functionName: 'permit',
        args: [me, { details: [detail(usd, 0n), detail(weth, 5n)], spender: router, sigDeadline: 1n }, '0x'],
      }),
  ],
  [
    'a permit of nothing at all',
    'plain: Take back an allowance of tokens | Spender: Router (router) # | Token: USD | Contract: usd # | Spender: Router (router) # | Token: WETH | Contract: weth # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    permit2,
    () =>
      call({
        abi,
        functionName: 'permit',
        args: [me, { details: [detail(usd, 0n), detail(weth, 0n)], spender: router, sigDeadline: 1n }, '0x'],
      }),
  ],
  [
    'one that is taken back',
    'plain: Take back an allowance of USD | Spender: Router (router) # | Token: USD | Contract: usd # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    permit2,
    () => call({ abi, functionName: 'lockdown', args: [[{ token: usd, spender: router }]] }),
  ],
  [
    'several that are',
    'plain: Take back an allowance of tokens | Spender: Router (router) # | Token: USD | Contract: usd # | Spender: ann # | Token: WETH (unlisted, fake) | Contract: fake # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    permit2,
    () =>
      call({
        abi,
        functionName: 'lockdown',
        args: [
          [
            { token: usd, spender: router },
            { token: fake, spender: ann },
          ],
        ],
      }),
  ],
  [
    'signatures for one that are',
    'plain: Take back an earlier signature | Spender: Router (router) # | Token: USD | Contract: usd # | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    permit2,
    () => call({ abi, functionName: 'invalidateNonces', args: [usd, router, 3] }),
  ],
  [
    'signatures that are',
    'plain: Take back an earlier signature | Contract: Permit2 (0x000000000022D473030F116dDEE9F6B43aC78BA3) #',
    permit2,
    () => call({ abi, functionName: 'invalidateUnorderedNonces', args: [0n, 1n] }),
  ],
  [
    'a transfer',
    'plain: Move USD | Amount: 5 USD | To: ann # | Contract: usd #',
    permit2,
    () => call({ abi, functionName: 'transferFrom', args: [me, ann, 5_000_000n, usd] }),
  ],
  [
    'a transfer in a list of one',
    'plain: Move USD | Amount: 5 USD | To: ann # | Contract: usd #',
    permit2,
    () => call({ abi, functionName: 'transferFrom', args: [[move(ann)]] }),
  ],
  [
    'transfers in a list of two',
    'plain: Move tokens | You give: 5 USD | To: ann # | You give: 5 USD | To: stranger # | Step 1: Move USD | Amount: 5 USD | To: ann # | Contract: usd # | Step 2: Move USD | Amount: 5 USD | To: stranger # | Contract: usd #',
    permit2,
    () => call({ abi, functionName: 'transferFrom', args: [[move(ann), move(stranger)]] }),
  ],
  [
    'transfers in a list of none',
    'deliberate: Call a contract | To: 0x000000000022D473030F116dDEE9F6B43aC78BA3 # | ! What this does can’t be read from its data. It',
    permit2,
    () => call({ abi, functionName: 'transferFrom', args: [[]] }),
  ],
]

test.each(controls.map(([is, said, to, data, value = 0n]) => [is, said, to, data, value] as const))(
  '[F13] what controls a contract: %s',
  async (_, said, to, data, value) => expect(await saidOfCall(to, data(), { value })).toBe(said),
)

test.each(allowances.map(([is, said, to, data, value = 0n]) => [is, said, to, data, value] as const))(
  '[F13] through Permit2: %s',
  async (_, said, to, data, value) => expect(await saidOfCall(to, data(), { value })).toBe(said),
)
