import { type Abi, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { answerQuietly, parties, quiet } from './test/quiet.js'
import { executed, safe } from './test/safeCalls.js'
import { ask, headline, me, person, reads } from './test/stage.js'

// Who gets or loses a power over a Safe, each said as what it is, where the Safe itself carries it out.

answerQuietly()

const { ann, stranger } = parties
const abi: Abi = parseAbi([
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address before, address owner, uint256 threshold)',
  'function swapOwner(address before, address owner, address newOwner)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address module)',
  'function disableModule(address before, address module)',
  'function setGuard(address guard)',
  'function setModuleGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function changeMasterCopy(address code)',
])
const [theirs, anns, strange] = ['0x70…dc79C8', '0x00…ABC002', '0x00…abc008']

const powers: readonly (readonly [string, readonly unknown[], string, string])[] = [
  [
    'addOwnerWithThreshold',
    [person, 1n],
    `${theirs} decides over the Safe from then on. The Safe asks for 1 of its owners’ signatures.`,
    'owners decide',
  ],
  [
    'removeOwner',
    [ann, person, 2n],
    `${theirs} no longer decides over the Safe. The Safe asks for 2 of its owners’ signatures.`,
    'owners decide',
  ],
  [
    'swapOwner',
    [zeroAddress, ann, person],
    `${theirs} decides over the Safe from then on. ${anns} no longer decides over the Safe.`,
    'owners decide',
  ],
  ['changeThreshold', [1n], 'The Safe asks for 1 of its owners’ signatures.', 'owners decide'],
  ['enableModule', [stranger], `${strange} may move all that the Safe has.`, 'without its owners’ signatures'],
  ['disableModule', [ann, stranger], `${strange} may no longer move what the Safe has.`, 'owners decide'],
  ['setGuard', [stranger], `${strange} may refuse whatever the Safe is to do.`, 'A guard may refuse'],
  ['setGuard', [zeroAddress], 'No guard checks what the Safe does any more.', 'A guard may refuse'],
  ['setModuleGuard', [stranger], `${strange} may refuse whatever the Safe is to do.`, 'A guard may refuse'],
  ['setFallbackHandler', [stranger], `${strange} answers in the Safe’s name.`, 'the Safe’s own word'],
  [
    'setFallbackHandler',
    [zeroAddress],
    'No other contract answers in the Safe’s name any more.',
    'the Safe’s own word',
  ],
  [
    'changeMasterCopy',
    [stranger],
    `The code of 0x5A…005afe is replaced by that of ${strange}.`,
    'whatever the new code',
  ],
]

test.each(powers)('[F13] %s', async (functionName, args, said, warning) => {
  const data: Hex = encodeFunctionData({ abi, functionName, args })
  const asked = {
    ...{ network: quiet, method: 'eth_sendTransaction' },
    params: [{ from: me, to: safe, data: executed({ to: safe, data }) }],
  }
  expect(await headline(asked)).toBe(said)
  reads(await ask(asked), { level: 'deliberate', warnings: [warning] })
})
