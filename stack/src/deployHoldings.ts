import { type Address, concat, createClient, encodeAbiParameters, encodeFunctionData, http, parseAbi } from 'viem'
import { bytecodeOf } from './artefact.js'
import { deployCode } from './deployCode.js'
import { DeployError } from './errors.js'
import { sendUnlocked } from './sendUnlocked.js'

/** Contracts at which an account has something that it may lose. */
export interface Holdings {
  /** Of which the account has 600, may mint more, and has votes. */
  readonly token: Address
  /** In which 100 of the token are wrapped. */
  readonly wrapper: Address
  /** An ERC-4626 with 100 of them. */
  readonly vault: Address
  /** With 100 of them, and no token of its own. */
  readonly pool: Address
  /** That the account has allowed to move the token. */
  readonly router: Address
  readonly nft: Address
  readonly editions: Address
  /** A wallet that the account is an owner of, with 100 of the token. */
  readonly safe: Address
  /** At which nothing is held. */
  readonly game: Address
  /** With the game's code until its maker gives it another's by `become`. */
  readonly proxy: Address
}

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function deposit(uint256 amount, address to)',
  'function depositAll(uint256 amount)',
  'function depositFor(address to, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])

/**
 * Puts contracts on a development chain at which an account has tokens, NFTs, shares, deposits, allowances and control: for tests of what another may hand over in
 * its name.
 * @param parameters.account - whose key the chain has unlocked
 * @throws {@link DeployError}
 */
export async function deployHoldings({ url, account }: { url: string; account: Address }): Promise<Holdings> {
  const deploy = (name: string, ...of: readonly Address[]) =>
    deployCode({
      ...{ url, step: `deploy ${name}` },
      initCode: concat([
        bytecodeOf(`../contracts/${name}.json`),
        ...of.map((each) => encodeAbiParameters([{ type: 'address' }], [each])),
      ]),
    })
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  const send = async (to: Address, call: Parameters<typeof encodeFunctionData<typeof abi>>[0]) => {
    const transaction = { from: account, to, data: encodeFunctionData(call) }
    const { status } = await sendUnlocked({ client, transaction })
    if (status !== 'success') throw new DeployError({ url, step: 'give an account what it holds', cause: status })
  }
  const token = await deploy('HeldToken', account)
  const wrapper = await deploy('HeldWrapper', token)
  const vault = await deploy('HeldVault', token)
  const pool = await deploy('HeldPool', token)
  const router = await deploy('HeldRouter')
  const safe = await deploy('HeldSafe', account)
  const game = await deploy('HeldGame')
  for (const spender of [wrapper, vault, pool, router])
    await send(token, { abi, functionName: 'approve', args: [spender, 500n] })
  await send(wrapper, { abi, functionName: 'depositFor', args: [account, 100n] })
  await send(vault, { abi, functionName: 'deposit', args: [100n, account] })
  await send(pool, { abi, functionName: 'depositAll', args: [100n] })
  await send(token, { abi, functionName: 'transfer', args: [safe, 100n] })
  const [nft, editions] = [await deploy('HeldNft', account), await deploy('HeldEditions', account)]
  return { token, wrapper, vault, pool, router, nft, editions, safe, game, proxy: await deploy('HeldProxy', game) }
}
