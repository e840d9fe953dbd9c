import {
  type Address,
  concat,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  parseAbi,
  parseAbiParameters,
  publicActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devAccounts } from './accounts.js'
import { bytecodeOf } from './artefact.js'

/** A contract that pays for operations whose fees its owner's key has signed for (ERC-4337), at EntryPoint 0.7. */
export interface LocalPaymaster {
  readonly address: Address
  /** Reads what it has left to pay with, in wei. */
  deposit(): Promise<bigint>
  /** Asks it for the hash that its owner signs as a message, so that it pays for an operation. */
  hashOf(operation: PackedOperation, until: number): Promise<Hex>
}

/** An operation as EntryPoint 0.7 has it. */
export interface PackedOperation {
  readonly sender: Address
  readonly nonce: bigint
  readonly initCode: Hex
  readonly callData: Hex
  readonly accountGasLimits: Hex
  readonly preVerificationGas: bigint
  readonly gasFees: Hex
  readonly paymasterAndData: Hex
  readonly signature: Hex
}

const entryPoint: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const abi = parseAbi([
  'function deposit() payable',
  'function getDeposit() view returns (uint256)',
  'function getHash((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) userOp, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
])

/**
 * Deploys the VerifyingPaymaster of the ERC-4337 authors on a development chain that has EntryPoint 0.7, and pays a deposit in.
 * @param request.signer - whose key says what is paid for
 * @param request.deposit - in wei
 */
export async function deployPaymaster({
  url,
  signer,
  deposit,
}: {
  readonly url: string
  readonly signer: Address
  readonly deposit: bigint
}): Promise<LocalPaymaster> {
  const account = privateKeyToAccount(devAccounts[0].privateKey)
  const client = createWalletClient({ account, transport: http(url) }).extend(publicActions)
  const inputs = encodeAbiParameters(parseAbiParameters('address entryPoint, address signer'), [entryPoint, signer])
  const code = bytecodeOf('@account-abstraction/contracts/artifacts/VerifyingPaymaster.json')
  const hash = await client.sendTransaction({ chain: null, data: concat([code, inputs]) })
  const { contractAddress: address } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  if (!address) throw new TypeError('The paymaster has no address.')
  const paid = await client.writeContract({ chain: null, address, abi, functionName: 'deposit', value: deposit })
  await client.waitForTransactionReceipt({ hash: paid, pollingInterval: 20 })
  return {
    address,
    deposit: () => client.readContract({ address, abi, functionName: 'getDeposit' }),
    hashOf: (operation, until) =>
      client.readContract({ address, abi, functionName: 'getHash', args: [operation, until, 0] }),
  }
}
