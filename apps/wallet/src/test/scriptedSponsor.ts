import { withDeadline } from '@foyer/signing/deadline'
import { delegateAddress, delegateIn, entryPoint } from '@foyer/signing/delegate'
import { operationHashOf } from '@foyer/signing/sponsored'
import { devAccounts } from '@foyer/stack'
import * as v from 'valibot'
import {
  type Address,
  concat,
  createWalletClient,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEventLogs,
  publicActions,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Refusal, type ScriptedServers } from './scriptedServers.js'

const abi = parseAbi([
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])

const Hexes = v.custom<Hex>((text) => typeof text === 'string' && /^0x[0-9a-f]*$/i.test(text))
const Asked = v.object({ sender: Hexes, callData: Hexes, token: v.optional(v.string()) })
const Sent = v.object({
  ...Asked.entries,
  ...{ nonce: v.string(), verificationGasLimit: v.number(), callGasLimit: v.number(), signature: Hexes },
  validUntil: v.number(),
  authorization: v.optional(v.object({ nonce: v.number(), yParity: v.number(), r: Hexes, s: Hexes })),
})

const gas = { verificationGasLimit: 120_000, callGasLimit: 300_000 }

export interface ScriptedSponsor {
  /** The reason why nothing is quoted, and below why nothing is sent, while a test says so. */
  unquoted: string | undefined
  unsent: string | undefined
  /** So many of the next answers to a sending get lost. */
  loses: number
  networks: readonly string[]
  readonly asked: v.InferOutput<typeof Asked>[]
  readonly sent: v.InferOutput<typeof Sent>[]
}

/** The operator's sponsor as the page meets it, over a real chain with the real contracts: without budgets, which are the server's own tests'. */
export function scriptedSponsor({
  servers,
  url,
}: {
  readonly servers: ScriptedServers
  readonly url: string
}): ScriptedSponsor {
  const [{ privateKey }] = devAccounts
  const account = privateKeyToAccount(privateKey)
  const client = createWalletClient({ account, transport: http(url) }).extend(publicActions)
  const sponsor: ScriptedSponsor = {
    ...{ unquoted: undefined, unsent: undefined, loses: 0 },
    ...{ networks: ['eip155:31337'], asked: [], sent: [] },
  }
  const transactions = new Map<string, Hex>()
  const codeOf = async (address: Address) => delegateIn((await client.getCode({ address })) ?? '0x')

  const send = async (sent: v.InferOutput<typeof Sent>): Promise<string> => {
    const { sender, nonce, verificationGasLimit, callGasLimit, authorization, signature } = sent
    const callData = withDeadline(sent.callData, sent.validUntil) ?? sent.callData
    const operation = operationHashOf({
      ...{ chainId: 31_337n, account: sender, callData, nonce: BigInt(nonce), authorization: null },
      ...{ verificationGasLimit: BigInt(verificationGasLimit), callGasLimit: BigInt(callGasLimit) },
    })
    if (transactions.has(operation)) return operation
    const limits = [verificationGasLimit, callGasLimit].map((each) => numberToHex(each, { size: 16 }))
    const packed = {
      ...({ initCode: '0x', preVerificationGas: 0n, gasFees: zeroHash, paymasterAndData: '0x' } as const),
      ...{ sender, nonce: BigInt(nonce), callData, accountGasLimits: concat(limits), signature },
    }
    const hash = await client.writeContract({
      ...{ chain: null, address: entryPoint, abi, gas: 1_000_000n },
      functionName: 'handleOps',
      args: [[packed], account.address],
      ...(authorization && {
        authorizationList: [{ ...authorization, chainId: 31_337, address: delegateAddress }],
      }),
    })
    transactions.set(operation, hash)
    return operation
  }

  const { more } = servers
  more.set('/login/v1/sponsored/networks', () => ({ networks: sponsor.networks }))
  more.set('/login/v1/sponsored/quote', async (said) => {
    const asked = v.parse(Asked, said)
    sponsor.asked.push(asked)
    if (sponsor.unquoted) return { sponsored: false, because: sponsor.unquoted }
    const { sender } = asked
    const args = [sender, 0n] as const
    const nonce = await client.readContract({ address: entryPoint, abi, functionName: 'getNonce', args })
    const isSwitched = (await codeOf(sender)) === delegateAddress.toLowerCase()
    const authorizationNonce = isSwitched ? null : await client.getTransactionCount({ address: sender })
    const { timestamp } = await client.getBlock()
    return { sponsored: true, ...gas, nonce: `${nonce}`, authorizationNonce, validUntil: Number(timestamp) + 600 }
  })
  more.set('/login/v1/sponsored', async (said) => {
    const sent = v.parse(Sent, said)
    if (sponsor.unsent) return new Refusal(409, 'not_sponsored', {}, sponsor.unsent)
    sponsor.sent.push(sent)
    const operation = await send(sent)
    if (sponsor.loses === 0) return { operation }
    sponsor.loses -= 1
    return 'lost'
  })
  more.set('/login/v1/sponsored/read', async ({ operation }) => {
    const hash = transactions.get(v.parse(v.string(), operation))
    if (hash === undefined) return new Refusal(404, 'operation_unknown')
    const { logs } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    const [event] = parseEventLogs({ abi, logs, eventName: 'UserOperationEvent' })
    return { status: 'included', transactionHash: hash, succeeded: event?.args.success ?? false }
  })
  return sponsor
}
