import type { ServerResponse } from 'node:http'
import { delegateAddress, entryPoint } from '@foyer/evm/delegate'
import { deployPaymaster, devAccounts, type LocalPaymaster } from '@foyer/stack'
import * as v from 'valibot'
import {
  concat,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  numberToHex,
  parseAbiParameters,
  parseEther,
  parseEventLogs,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { entryPointAbi } from '../../sponsor/operation.js'
import { unsigned } from '../userOperation.js'
import { RpcError, type RpcServer, serveRpc } from './serveRpc.js'

const Hexes = v.custom<Hex>((text) => typeof text === 'string' && /^0x[0-9a-f]*$/i.test(text))
const Number256 = v.pipe(
  Hexes,
  v.transform((text) => BigInt(text)),
)
const UserOperation = v.object({
  ...{ sender: Hexes, nonce: Number256, callData: Hexes, signature: v.optional(Hexes, '0x') },
  ...{ callGasLimit: Number256, verificationGasLimit: Number256, preVerificationGas: Number256 },
  ...{ maxFeePerGas: Number256, maxPriorityFeePerGas: Number256 },
  ...{ paymaster: v.optional(Hexes), paymasterData: v.optional(Hexes, '0x') },
  paymasterVerificationGasLimit: v.optional(Number256, '0x0'),
  paymasterPostOpGasLimit: v.optional(Number256, '0x0'),
  eip7702Auth: v.optional(
    v.object({ address: Hexes, chainId: Number256, nonce: Number256, yParity: Number256, r: Hexes, s: Hexes }),
  ),
})
type UserOperation = v.InferOutput<typeof UserOperation>

const two = (high: bigint, low: bigint) => concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])
const packed = (operation: UserOperation) => ({
  ...{ sender: operation.sender, nonce: operation.nonce, callData: operation.callData, initCode: '0x' as const },
  accountGasLimits: two(operation.verificationGasLimit, operation.callGasLimit),
  preVerificationGas: operation.preVerificationGas,
  gasFees: two(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
  paymasterAndData:
    operation.paymaster === undefined
      ? ('0x' as const)
      : concat([
          operation.paymaster,
          two(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit),
          operation.paymasterData,
        ]),
  signature: operation.signature,
})

/** A paymaster's answers in place of those it should give, by the method. */
export interface Misbehaviour {
  readonly answer?: ((method: string, said: object) => unknown) | undefined
  readonly instead?: ((response: ServerResponse, method: string) => boolean) | undefined
}

/** A paymaster of ERC-7677's shape, with the contract that pays. */
export interface StandInPaymaster extends RpcServer {
  readonly contract: LocalPaymaster
  /** The contexts that the dapp gave it. */
  readonly contexts: unknown[]
  misbehaviour: Misbehaviour
}

const until = 2 ** 40
const validity = encodeAbiParameters(parseAbiParameters('uint48, uint48'), [until, 0])
const gas = { paymasterVerificationGasLimit: numberToHex(100_000), paymasterPostOpGasLimit: numberToHex(20_000) }

/** Starts a third party's paymaster: it pays for whatever it is asked for, out of a deposit. */
export async function startPaymaster({ chainUrl }: { readonly chainUrl: string }): Promise<StandInPaymaster> {
  const signer = privateKeyToAccount(generatePrivateKey())
  const contract = await deployPaymaster({ url: chainUrl, signer: signer.address, deposit: parseEther('1') })
  const contexts: unknown[] = []
  let misbehaviour: Misbehaviour = {}
  const answered = async (method: string, [said, point, chain, context]: readonly unknown[]) => {
    if (String(point).toLowerCase() !== entryPoint.toLowerCase() || chain !== '0x7a69') throw new RpcError('Elsewhere.')
    contexts.push(context)
    const { address: paymaster } = contract
    if (method === 'pm_getPaymasterStubData')
      return { paymaster, paymasterData: concat([validity, unsigned]), ...gas, sponsor: { name: 'A stand-in' } }
    if (method !== 'pm_getPaymasterData') throw new RpcError('No such method.')
    const operation = v.parse(UserOperation, { ...Object(said), ...gas, paymaster })
    const hash = await contract.hashOf(packed(operation), until)
    return { paymaster, paymasterData: concat([validity, await signer.signMessage({ message: { raw: hash } })]) }
  }
  const server = await serveRpc(
    async (method, params) => {
      const said = await answered(method, params)
      return misbehaviour.answer ? misbehaviour.answer(method, said) : said
    },
    (response, method) => misbehaviour.instead?.(response, method) ?? false,
  )
  return {
    ...{ ...server, contract, contexts },
    get misbehaviour() {
      return misbehaviour
    },
    set misbehaviour(said) {
      misbehaviour = said
    },
  }
}

/** One that carries operations out by the standard's calls, one in a transaction each, and estimates generously. */
export async function startBundler({ chainUrl }: { readonly chainUrl: string }): Promise<RpcServer> {
  const account = privateKeyToAccount(devAccounts[1].privateKey)
  const client = createWalletClient({ account, transport: http(chainUrl) }).extend(publicActions)
  const transactions = new Map<string, Hex>()
  const send = async (operation: UserOperation) => {
    const { eip7702Auth: switching } = operation
    const hash = await client.writeContract({
      ...{ chain: null, address: entryPoint, abi: entryPointAbi, gas: 3_000_000n },
      functionName: 'handleOps',
      args: [[packed(operation)], account.address],
      ...(switching && {
        authorizationList: [
          {
            ...{ address: delegateAddress, chainId: Number(switching.chainId), nonce: Number(switching.nonce) },
            ...{ r: switching.r, s: switching.s, yParity: Number(switching.yParity) },
          },
        ],
      }),
    })
    const { logs, status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    const [event] = parseEventLogs({ abi: entryPointAbi, logs, eventName: 'UserOperationEvent' })
    if (status !== 'success' || !event) throw new RpcError('AA: it isn’t carried out.')
    transactions.set(event.args.userOpHash, hash)
    return event.args.userOpHash
  }
  const receiptOf = async (hash: Hex) => {
    const { logs } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    const [event] = parseEventLogs({ abi: entryPointAbi, logs, eventName: 'UserOperationEvent' })
    return { success: event?.args.success, receipt: { transactionHash: hash } }
  }
  return serveRpc(async (method, [said]) => {
    if (method === 'eth_getUserOperationByHash') return null
    if (method === 'eth_getUserOperationReceipt') {
      const hash = transactions.get(v.parse(v.string(), said))
      return hash === undefined ? null : receiptOf(hash)
    }
    const operation = v.parse(UserOperation, said)
    if (method === 'eth_sendUserOperation') return send(operation)
    if (method !== 'eth_estimateUserOperationGas') throw new RpcError('No such method.')
    const code = operation.paymaster && (await client.getCode({ address: operation.paymaster }))
    if (operation.paymaster && !code) throw new RpcError('AA30 paymaster not deployed')
    return {
      ...{ preVerificationGas: numberToHex(80_000), verificationGasLimit: numberToHex(150_000) },
      callGasLimit: numberToHex(operation.callGasLimit),
    }
  })
}
