import {
  type Address,
  type Client,
  concat,
  createClient,
  getContractAddress,
  type Hex,
  http,
  numberToHex,
  parseEther,
  zeroHash,
} from 'viem'
import { getCode } from 'viem/actions'
import { DeployError } from './errors.js'
import { sendUnlocked } from './sendUnlocked.js'

/** The CREATE2 deployer that anvil has from its first block: calldata is a salt and the code to deploy. */
const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The deployer and funder: an address without a key, which only a development chain lets clients impersonate. */
export const founder: Address = '0xf0ee000000000000000000000000000000000000'

/** A contract before it is deployed. Its address follows from its code and salt alone, so it is the same on every chain. */
export interface ContractPlan {
  readonly name: string
  readonly address: Address
  readonly salt: Hex
  readonly initCode: Hex
}

/** @param inputs - the constructor's, none unless said */
export function planContract({
  name,
  code,
  inputs = '0x',
  salt = zeroHash,
}: {
  name: string
  code: Hex
  inputs?: Hex | undefined
  salt?: Hex | undefined
}): ContractPlan {
  const initCode = concat([code, inputs])
  const address = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode: initCode })
  return { name, address, salt, initCode }
}

/** A local chain, and how to send from the founder on it. */
export interface Site {
  readonly client: Client
  /** @param step - what it is for, in words that follow "Couldn't" */
  send(step: string, transaction: { to: Address; data: Hex; value?: bigint | undefined }): Promise<void>
}

interface ImpersonateCall {
  Method: 'anvil_impersonateAccount' | 'anvil_stopImpersonatingAccount'
  Parameters: [Address]
  ReturnType: unknown
}
interface SetBalanceCall {
  Method: 'anvil_setBalance'
  Parameters: [Address, Hex]
  ReturnType: unknown
}

export interface AsFounderParameters<Result> {
  url: string
  /** in words that follow "Couldn't" */
  step: string
  run: (site: Site) => Promise<Result>
}

/**
 * Lets the founder send on a development chain while something runs.
 * @throws {@link DeployError}
 */
export async function asFounder<Result>({ url, step, run }: AsFounderParameters<Result>): Promise<Result> {
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  try {
    await client.request<ImpersonateCall>({ method: 'anvil_impersonateAccount', params: [founder] })
    const params: SetBalanceCall['Parameters'] = [founder, numberToHex(parseEther('10000'))]
    await client.request<SetBalanceCall>({ method: 'anvil_setBalance', params })
    const result = await run({ client, send: sender({ client, url }) })
    await client.request<ImpersonateCall>({ method: 'anvil_stopImpersonatingAccount', params: [founder] })
    return result
  } catch (cause) {
    throw cause instanceof DeployError ? cause : new DeployError({ url, step, cause })
  }
}

function sender({ client, url }: { client: Client; url: string }): Site['send'] {
  return async (step, { to, data, value = 0n }) => {
    const failed = (cause: unknown) => new DeployError({ url, step, cause })
    const receipt = await sendUnlocked({ client, transaction: { from: founder, to, data, value } }).catch(
      (cause: unknown) => {
        throw failed(cause)
      },
    )
    if (receipt.status !== 'success') throw failed(receipt)
  }
}

/** Deploys a contract where it isn't there yet. @throws {@link DeployError} */
export async function deployMissing(
  { client, send }: Site,
  { name, address, salt, initCode }: ContractPlan,
): Promise<void> {
  if (await getCode(client, { address })) return
  await send(`deploy ${name}`, { to: create2Deployer, data: concat([salt, initCode]) })
}
