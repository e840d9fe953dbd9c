import { type Address, concat, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters } from 'viem'
import { devAccounts } from './accounts.js'
import { bytecodeOf } from './artefact.js'
import { deployCode } from './deployCode.js'

/** What is set in {@link deployLocalEns}'s contract. */
export const localEnsAbi = parseAbi([
  'function setResolver(bytes32 node, address resolver)',
  'function setAddr(bytes32 node, address account)',
  'function setText(bytes32 node, string key, string value)',
  'function setName(address account, bytes name)',
])

/** The operator's functions, and the client's errors, of {@link deployOffchainResolver}'s contract. */
export const offchainResolverAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function gateways() view returns (string[])',
  'function isSigner(address signer) view returns (bool)',
  'function setGateways(string[] gateways)',
  'function setSigner(address signer, bool allowed)',
  'function supportsInterface(bytes4 id) view returns (bool)',
  'error AnswerExpired(uint64 expires)',
  'error UnknownSigner(address signer)',
  'error OwnableUnauthorizedAccount(address account)',
])

export const localAccountFactoryAbi = parseAbi([
  'function deploy(address owner) returns (address)',
  'function accountOf(address owner) view returns (address)',
])

/**
 * Puts ENS in small on a development chain: one contract that is registry, resolver and universal resolver, and in which
 * anyone may set any record.
 * @throws {@link DeployError}
 * @example
 * const universalResolver = await deployLocalEns({ url: chain.url })
 */
export function deployLocalEns({ url }: { url: string }): Promise<Address> {
  return deployCode({ url, step: 'deploy ENS', initCode: bytecodeOf('../contracts/LocalEns.json') })
}

export interface DeployOffchainResolverParameters {
  url: string
  /** as ERC-3668 writes them, with `{sender}` and `{data}` */
  gateways: readonly string[]
  /** the addresses of the keys that gateways sign with */
  signers: readonly Address[]
}

/**
 * Puts the resolver on a development chain that sends those who ask to a server's gateway. The second development account
 * owns it.
 * @throws {@link DeployError}
 */
export function deployOffchainResolver({ url, gateways, signers }: DeployOffchainResolverParameters): Promise<Address> {
  const inputs = encodeAbiParameters(parseAbiParameters('string[] gateways, address[] signers, address owner'), [
    gateways,
    signers,
    devAccounts[1].address,
  ])
  const initCode = concat([bytecodeOf('../contracts/OffchainResolver.json'), inputs])
  return deployCode({ url, step: 'deploy the offchain resolver', initCode })
}

/**
 * Puts a factory of contract accounts on a development chain, for tests of their signatures (ERC-1271, ERC-6492).
 * @throws {@link DeployError}
 */
export function deployAccountFactory({ url }: { url: string }): Promise<Address> {
  const initCode = bytecodeOf('../contracts/LocalAccountFactory.json')
  return deployCode({ url, step: 'deploy the account factory', initCode })
}

/** What {@link deployStrangeFactory}'s contract does when it is asked whether a signature is its own. */
export type StrangeAnswer = 'refuse' | 'burn' | 'nonsense' | 'nothing' | 'atLength' | 'yes'

export const strangeFactoryAbi = parseAbi([
  'function refuse()',
  'function burn()',
  'function change()',
  'function calls() view returns (uint256)',
])

const strangeAnswers: readonly StrangeAnswer[] = ['refuse', 'burn', 'nonsense', 'nothing', 'atLength', 'yes']

/**
 * Puts a contract on a development chain that misbehaves as a factory and as an account, for tests of what checks signatures (X6).
 * @throws {@link DeployError}
 */
export function deployStrangeFactory({ url, answer }: { url: string; answer: StrangeAnswer }): Promise<Address> {
  const inputs = encodeAbiParameters(parseAbiParameters('uint256 answer'), [BigInt(strangeAnswers.indexOf(answer))])
  const initCode = concat([bytecodeOf('../contracts/StrangeFactory.json'), inputs])
  return deployCode({ url, step: 'deploy a strange factory', initCode })
}

/** The code by which signatures of contracts are asked about, as the compiler made it of its source. */
export const signatureCheckBytecode = (): Hex => bytecodeOf('../contracts/SignatureCheck.json')
