import type { Fact } from '@foyer/core/words'
import type { Address, DecodeFunctionDataReturnType } from 'viem'
import { isKnownContract, isSame } from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { address, bool, bytes, call, typed, uint } from './abis.js'
import { type Called, contractFact, decodeCall, type ReadCall, said } from './called.js'
import type { MoreCalled } from './moreCalled.js'
import { withRest } from './readCall.js'

const hash = typed('bytes32')('hash')
const proofAt = { name: 'proof', type: 'tuple', components: [uint('location'), bytes('data')] } as const
const conditional = {
  name: 'params',
  type: 'tuple',
  components: [address('handler'), typed('bytes32')('salt'), bytes('staticInput')],
} as const
const dispatch = bool('dispatch')

/**
 * The calls that sign on the chain what only its hash is said of: orders of CoW's, by one or by a tree of them, of 0x's and of
 * Wyvern's, Loopring's transactions, and a Safe's messages. Who knows what is behind the hash carries it out.
 */
const signingAbi = [
  call('setPreSignature', [bytes('orderUid'), bool('signed')]),
  call('preSign', [hash]),
  call('preSign', [hash, address('signer'), bytes('signature')]),
  call('approveOrderHash_', [hash]),
  call('approveTransaction', [address('owner'), hash]),
  call('approveTransactions', [typed('address[]')('owners'), typed('bytes32[]')('hashes')]),
  call('signMessage', [bytes('data')]),
  call('setRoot', [hash, proofAt]),
  call('setRootWithContext', [hash, proofAt, address('factory'), bytes('data')]),
  call('create', [conditional, dispatch]),
  call('createWithContext', [conditional, address('factory'), bytes('data'), dispatch]),
] as const

/** The call by which an order of CoW's is cancelled. */
const cancelAbi = [call('invalidateOrder', [bytes('orderUid')])] as const

/** CoW's contract, at the same address on every network that has it. */
const settlement: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'

/** Reads what is signed on the chain by its hash, and such a signature that is taken back at a contract that is known; undefined for every other call. */
export async function readPresigned({ data, inside: _inside, ...called }: MoreCalled): Promise<ReadCall | undefined> {
  const signed = decodeCall(signingAbi, data)
  if (signed && !isTakenBack(signed.call))
    return withRest({ read: signing(signed.call, called), called, unused: signed.unused })
  const ended = signed ?? decodeCall(cancelAbi, data)
  const isKnown = isKnownContract(called.network, called.to) || isSame(called.to, settlement)
  if (!ended || !isKnown) return undefined
  const read = said(words('request.takeBackSignature'), [contractFact(called)])
  return withRest({ read, called, unused: ended.unused })
}

type Signing = DecodeFunctionDataReturnType<typeof signingAbi>

const isTakenBack = (asked: Signing): boolean => asked.functionName === 'setPreSignature' && !asked.args[1]

/** Without a flow: what the hash is of moves nothing now, and may move anything later. */
const signing = (asked: Signing, called: Called): ReadCall =>
  said(words('request.actBySignature'), [...signedBy(asked), contractFact(called)], {
    warnings: [words('request.warn.hash')],
    isDeliberate: true,
  })

/** No more hashes than these are said one by one: the whole stands in the data. */
const mostSaid = 20

/** Returns what is signed, of each that is. */
function signedBy(asked: Signing): readonly Fact[] {
  switch (asked.functionName) {
    case 'approveTransaction':
      return [code('request.signed', asked.args[1])]
    case 'approveTransactions':
      return asked.args[1].slice(0, mostSaid).map((each) => code('request.signed', each))
    case 'create':
    case 'createWithContext':
      return [code('request.signed', asked.args[0].staticInput)]
    default:
      return [code('request.signed', asked.args[0])]
  }
}
