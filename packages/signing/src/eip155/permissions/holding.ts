import { isHex } from '@foyer/core/chain'
import {
  type Address,
  BaseError,
  type Client,
  concat,
  type Hex,
  numberToHex,
  pad,
  RpcRequestError,
  size,
  slice,
  toFunctionSelector,
} from 'viem'
import { permit2 } from '../signature.js'

/** A call of a contract as an account would make it. */
export interface TriedCall {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
}

/** The reads of contracts. Each throws where its node doesn't answer. */
export interface ContractReads {
  codeAt(address: Address): Promise<Hex>
  /** @returns what each call is answered, in order; undefined for one that its contract refuses */
  answersOf(calls: readonly TriedCall[]): Promise<readonly (Hex | undefined)[]>
}

/**
 * Whether a node's error is the contract's own refusal of a call: whatever else it says, nothing is known of the contract.
 *
 * @see EIP-1474; geth's nodes say 3
 */
export const isContractRefusal = ({ code, message }: { readonly code: number; readonly message: string }): boolean =>
  code === 3 || /revert|VM execution error|invalid opcode|invalid jump|stack underflow/i.test(message)

/** Whether viem's client failed as a contract refused a call. */
const isRefused = (error: unknown): boolean => {
  const said = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null
  return said instanceof RpcRequestError && isContractRefusal({ code: said.code, message: said.details })
}

/**
 * Creates the reads of a chain by viem's client. No server that a contract names is asked (EIP-3668).
 *
 * @param refused - whether the client's error is a contract's refusal: by viem's own transports unless said otherwise
 */
export const contractReadsOf = (client: Client, refused: (error: unknown) => boolean = isRefused): ContractReads => ({
  codeAt: async (address) => bytesIn(await client.request({ method: 'eth_getCode', params: [address, 'latest'] })),
  answersOf: (calls) =>
    Promise.all(
      calls.map(async (call) => {
        try {
          return bytesIn(await client.request({ method: 'eth_call', params: [call, 'latest'] }))
        } catch (error) {
          if (refused(error)) return undefined
          throw error
        }
      }),
    ),
})

function bytesIn(answer: unknown): Hex {
  if (isHex(answer) && answer.length % 2 === 0) return answer
  throw new TypeError('The network’s node answered no bytes.')
}

/** A word that a question has: the account, a number, or bytes from the left on. */
type Word = 'account' | bigint | Hex
export type Question = readonly [signature: string, ...of: readonly Word[]]

/**
 * What answers one of these, whatever it says, keeps something for accounts, or is a market, a bridge, a wrapper or a vault. In turn: tokens and collections, vaults and farms, markets and lenders,
 * those that settle signed orders, bridges that burn without being allowed to, and ledgers without a token.
 */
const ofHolders: readonly Question[] = [
  ['balanceOf(address)', 'account'],
  ['balanceOf(address,uint256)', 'account', 0n],
  ['balanceOf(address,address)', 'account', 'account'],
  ['ownerOf(uint256)', 1n],
  ['allowance(address,address)', 'account', 'account'],
  ['isApprovedForAll(address,address)', 'account', 'account'],
  ['decimals()'],
  ['totalSupply()'],
  ['asset()'],
  ['token()'],
  ['underlying()'],
  ['stakingToken()'],
  ['poolLength()'],
  ['earned(address)', 'account'],
  ['userInfo(address)', 'account'],
  ['userInfo(uint256,address)', 0n, 'account'],
  ['token0()'],
  ['coins(uint256)', 0n],
  ['WETH()'],
  ['WETH9()'],
  ['weth()'],
  ['getReservesList()'],
  ['getUserAccountData(address)', 'account'],
  ['domainSeparator()'],
  ['vaultRelayer()'],
  ['getCounter(address)', 'account'],
  ['messenger()'],
  ['MESSENGER()'],
  ['counterpartGateway()'],
  ['balances(address)', 'account'],
  ['deposits(address)', 'account'],
  ['shares(address)', 'account'],
  ['staked(address)', 'account'],
  ['stakes(address)', 'account'],
  ['dai(address)', 'account'],
]

/** What says that these are so, of a standard (ERC-165) or of control that the account has over it. */
const ofControl: readonly Question[] = [
  ['supportsInterface(bytes4)', '0x80ac58cd'],
  ['supportsInterface(bytes4)', '0xd9b67a26'],
  ['supportsInterface(bytes4)', '0x0f632fb3'],
  ['hasRole(bytes32,address)', 0n, 'account'],
  ['isOwner(address)', 'account'],
]

/** What names the account here is its own. */
const ofOwners: readonly Question[] = [
  ['owner()'],
  ['admin()'],
  ['governance()'],
  ['beneficiary()'],
  ['controller()'],
  ['minter()'],
]

/** Writes a question as an account asks it. */
export function asked([signature, ...of]: Question, account: Address): Hex {
  const wordOf = (word: Word): Hex => {
    if (typeof word === 'bigint') return numberToHex(word, { size: 32 })
    return word === 'account' ? pad(account) : pad(word, { dir: 'right' })
  }
  return concat([toFunctionSelector(signature), ...of.map(wordOf)])
}

/** The first word of an answer; undefined where there is none. */
export const wordIn = (answer: Hex | undefined): bigint | undefined =>
  answer !== undefined && size(answer) >= 32 ? BigInt(slice(answer, 0, 32)) : undefined

/** So many questions are put at a time. */
const atATime = 128

export interface Held {
  readonly reads: ContractReads
  readonly account: Address
  readonly target: Address
  /** Tokens that the account may have allowed it to move, directly or by Permit2. */
  readonly tokens: readonly Address[]
}

/**
 * Asks a contract, and tokens that are known, whether the account has something there, controls it, or has allowed it to move a token.
 *
 * @returns the question that it answers so; undefined where it answers none
 * @throws where a node doesn't answer: nothing is known of it then
 */
export async function holdingAt({ reads, account, target, tokens }: Held): Promise<string | undefined> {
  const [is, isOwn, isAny] = [(word: bigint) => word !== 0n, (word: bigint) => word === BigInt(account), () => true]
  const questions = [
    ...ofHolders.map((question) => ({ to: target, question, isSo: isAny })),
    ...ofControl.map((question) => ({ to: target, question, isSo: is })),
    ...ofOwners.map((question) => ({ to: target, question, isSo: isOwn })),
    ...tokens.flatMap((token) => allowances({ token, target, isSo: is })),
  ]
  for (let from = 0; from < questions.length; from += atATime) {
    const some = questions.slice(from, from + atATime)
    const answers = await reads.answersOf(
      some.map(({ to, question }) => ({ from: account, to, data: asked(question, account) })),
    )
    const found = some.find(({ isSo }, place) => {
      const word = wordIn(answers[place])
      return word !== undefined && isSo(word)
    })
    if (found) return found.question[0]
  }
  return undefined
}

/** Of a token itself, and of Permit2 in its place. */
function allowances<IsSo>({
  token,
  target,
  isSo,
}: Pick<Held, 'target'> & { readonly token: Address; readonly isSo: IsSo }) {
  const own: Question = ['allowance(address,address)', 'account', pad(target)]
  const permitted: Question = ['allowance(address,address,address)', 'account', pad(token), pad(target)]
  return [
    { to: token, question: own, isSo },
    { to: permit2, question: permitted, isSo },
  ]
}
