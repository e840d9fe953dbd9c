import { familyTraits } from '../chain/families.js'
import { families, isFamily, type NetworkId } from '../chain/ids.js'
import type { Alert } from '../errors/alerts.js'
import { NoAdapterForNetworkError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import {
  DuplicateOptionError,
  FactoryNotCalledError,
  MissingNetworksError,
  MissingOptionsError,
  MissingProjectIdError,
  NoWayToWalletsError,
  SignInOptionsConflictError,
} from '../errors/options.js'
import { defineNetwork } from '../networks/defineNetwork.js'
import { defaultFamily, type Network, type NetworkInput } from '../networks/network.js'
import { checkTogether } from './checkTogether.js'
import {
  checkFields,
  type GivenOption,
  invalid,
  isAbsent,
  isFunction,
  isRecord,
  isText,
  shownValue,
} from './optionRule.js'
import { featuresWith, optionRules } from './optionRules.js'

/**
 * Looks for everything that is wrong with what `createFoyer` was given. It runs while a dapp is developed and isn't in what its visitors
 * download: options are the developer's own words, and are seen to be wrong at the first start.
 *
 * @returns the faults, those first with which nothing works; none where all is well, or only the project id is missing, which has an alert of
 *   its own [S5.1]
 */
export function checkOptions(options: unknown): readonly FoyerError[] {
  if (!isRecord(options))
    return [new MissingOptionsError({ given: isAbsent(options) ? 'no options' : shownValue(options) })]
  const faults = [
    ...(isAbsent(options.siwx) || isAbsent(options.siweConfig) ? [] : [new SignInOptionsConflictError()]),
    ...checkAssembly(options),
    ...checkFields({ rules: { ...optionRules, features: featuresWith(addedOptions(options)) }, value: options }),
  ]
  return faults.length > 0 && isAbsent(options.projectId || undefined)
    ? [...faults, new MissingProjectIdError()]
    : faults
}

/** The faults in one text for the console: what is wrong, what to do, and where more is said about it. */
function describeFaults(faults: readonly FoyerError[]): string {
  const title =
    faults.length === 1 ? 'createFoyer has a wrong option.' : `createFoyer has ${faults.length} wrong options.`
  const lines = faults.map(({ message, code }, index) => `${index + 1}. ${message} (${code})`)
  return [title, ...lines, 'See docs/reference/options.md for each option, and docs/errors.md for each code.'].join(
    '\n',
  )
}

/** Looks at the options, and says all that is wrong with them on the console, at once and together. @returns what the modal says of it */
export function tellFaults(options: unknown): Alert | undefined {
  const faults = checkOptions(options)
  if (faults.length === 0) return undefined
  console.error(describeFaults(faults))
  return { key: 'INVALID_OPTIONS', details: faults.map(({ message }) => message) }
}

type Options = Readonly<Record<string, unknown>>

/** The options that packages beside the kit have for their features. */
const addedOptions = ({ customFeatures }: Options): readonly string[] =>
  (Array.isArray(customFeatures) ? customFeatures : []).flatMap((each) =>
    isRecord(each) && isText(each.option) ? each.option : [],
  )

/** The parts that a kit is put together from, each by itself and as they fit together: networks, adapters, connectors. */
function checkAssembly(options: Options): readonly FoyerError[] {
  const { faults: networkFaults, networks } = checkNetworks(options)
  const adapters = checkList({ ...adapterList, value: options.adapters })
  const connectors = checkList({ ...connectorList, value: options.connectors })
  const hasNone = isEmpty(options.adapters) && isEmpty(options.connectors) && options.manualWCControl !== true
  return [
    ...networkFaults,
    ...adapters.faults,
    ...connectors.faults,
    ...(hasNone ? [new NoWayToWalletsError()] : []),
    ...checkTogether(options),
    ...checkDefaultNetwork({ value: options.defaultNetwork, networks }),
    ...checkFamilies({ networks, families: adapters.names }),
  ]
}

const isEmpty = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0)

interface CheckedNetworks {
  readonly faults: readonly FoyerError[]
  /** Those that are right. */
  readonly networks: readonly Network[]
}

const networkRemedy =
  'Pass networks of `@foyer/core/networks` or of viem, such as `networks: [mainnet, base]`, or your own by `defineNetwork`.'

function checkNetworks(options: Options): CheckedNetworks {
  const value = options.networks
  if (isEmpty(value)) return { faults: [new MissingNetworksError()], networks: [] }
  if (!Array.isArray(value)) return { faults: invalid({ option: 'networks', value }, networkRemedy), networks: [] }
  const faults: FoyerError[] = []
  const networks: Network[] = []
  for (const [index, each] of value.entries()) {
    const checked = checkNetwork({ option: `networks[${index}]`, value: each })
    if ('fault' in checked) faults.push(checked.fault)
    else if (networks.some(hasId(checked.network.caipNetworkId)))
      faults.push(new DuplicateOptionError({ option: 'networks', duplicate: checked.network.caipNetworkId }))
    else {
      faults.push(...checkNode({ option: `networks[${index}]`, network: checked.network, options }))
      networks.push(checked.network)
    }
  }
  return { faults, networks }
}

/** Without a node nothing can be read of a network: a balance stays empty, and a transaction is never seen mined. */
function checkNode({
  option,
  network: { caipNetworkId, chainNamespace, rpcUrls },
  options: { api, customRpcUrls },
}: {
  readonly option: string
  readonly network: Network
  readonly options: Options
}): readonly FoyerError[] {
  const { http } = rpcUrls.default
  const { isProxied: canBeProxied, isNodeless = false } = familyTraits(chainNamespace)
  const isProxied = !isAbsent(api) && canBeProxied
  const hasOwn = isRecord(customRpcUrls) && !isEmpty(customRpcUrls[caipNetworkId])
  if (http.length > 0 || isProxied || hasOwn || isNodeless) return []
  return invalid(
    { option: `${option}.rpcUrls.default.http`, value: http },
    "Nothing can be read of the network without a node. Pass one, such as `http: ['https://node.example']`, or the `api` of your server, which answers for many.",
  )
}

const hasId =
  (networkId: NetworkId) =>
  ({ caipNetworkId }: Network): boolean =>
    caipNetworkId === networkId

function checkNetwork(given: GivenOption): { readonly network: Network } | { readonly fault: FoyerError } {
  const idFault = networkIdFault(given)
  const [fault] = idFault ?? invalid(given, networkRemedy)
  if (idFault || !isNetworkInput(given.value)) return { fault }
  try {
    return { network: defineNetwork(given.value) }
  } catch (error) {
    // Whatever isn't the kit's own was thrown by a field of another kind than the type says.
    return { fault: error instanceof FoyerError ? error : fault }
  }
}

/** An EVM chain has a number for its id; a text or a bigint is what other tools give it. */
function networkIdFault({ option, value }: GivenOption) {
  if (!isRecord(value)) return undefined
  const { id, chainNamespace, caipNetworkId } = value
  const family = chainNamespace ?? (isText(caipNetworkId) ? caipNetworkId.split(':')[0] : defaultFamily)
  if (typeof id === 'number' || (isText(id) && family !== defaultFamily)) return undefined
  const number = typeof id === 'bigint' || (isText(id) && id !== '') ? Number(id) : 0
  return invalid(
    { option: `${option}.id`, value: id },
    number > 0 && Number.isSafeInteger(number)
      ? `Pass it as a number: \`id: ${number}\`.`
      : 'Pass the number of the chain, such as `id: 8453`.',
  )
}

/** An object with an id: whatever else is wrong with it, `defineNetwork` says. */
const isNetworkInput = (value: unknown): value is NetworkInput =>
  isRecord(value) && (isText(value.id) || typeof value.id === 'number')

function checkDefaultNetwork({
  value,
  networks,
}: {
  readonly value: unknown
  readonly networks: readonly Network[]
}): readonly FoyerError[] {
  if (isAbsent(value) || networks.length === 0) return []
  const given = { option: 'defaultNetwork', value }
  const checked = checkNetwork(given)
  if ('fault' in checked) return [checked.fault]
  const { caipNetworkId } = checked.network
  if (networks.some(hasId(caipNetworkId))) return []
  return invalid(
    { ...given, value: caipNetworkId },
    'It is not among `networks`: add it there. Until then visitors start on the first of them.',
  )
}

/** The families of the networks that no adapter knows; a kit without any adapter reaches its wallets by connectors alone [S2.11]. */
function checkFamilies({
  networks,
  families,
}: {
  readonly networks: readonly Network[]
  readonly families: readonly string[]
}): readonly FoyerError[] {
  if (families.length === 0) return []
  const wanted = new Set(networks.map(({ chainNamespace }) => chainNamespace))
  return [...wanted]
    .filter((family) => !families.includes(family))
    .map((family) => new NoAdapterForNetworkError({ family }))
}

/** The rule for the entries of a list, and the messages for those that break it. */
interface ListRule {
  readonly option: 'adapters' | 'connectors'
  /** Returns the name of an entry; two of one name don't go together. */
  readonly nameOf: (each: Options) => unknown
  readonly duplicate: (name: string) => string
  readonly isOfOtherList: (each: Options) => boolean
  readonly otherList: string
  readonly remedy: string
}

const isAdapter = (each: Options): boolean => isText(each.family) && isFunction(each.actions)
const isConnector = (each: Options): boolean => Array.isArray(each.families) && isFunction(each.connect)

const adapterList: ListRule = {
  option: 'adapters',
  nameOf: (each) => (isAdapter(each) ? each.family : undefined),
  duplicate: (family) => `an adapter of the family ${family}`,
  isOfOtherList: isConnector,
  otherList: 'It is a connector: put it into `connectors`.',
  remedy: 'Pass adapters, such as `adapters: [evm()]` of `@foyer/evm`.',
}

const connectorList: ListRule = {
  option: 'connectors',
  nameOf: (each) => (isConnector(each) && isText(each.id) ? each.id : undefined),
  duplicate: (id) => `the connector ${id}`,
  isOfOtherList: isAdapter,
  otherList: 'It is an adapter: put it into `adapters`.',
  remedy: 'Pass connectors, such as `connectors: [walletConnect()]` of `@foyer/walletconnect`.',
}

function checkList({ value, ...rule }: ListRule & { readonly value: unknown }): {
  readonly faults: readonly FoyerError[]
  readonly names: readonly string[]
} {
  const { option, nameOf, duplicate } = rule
  if (isAbsent(value)) return { faults: [], names: [] }
  if (!Array.isArray(value)) return { faults: checkItem({ rule, given: { option, value } }), names: [] }
  const faults: FoyerError[] = []
  const names: string[] = []
  for (const [index, each] of value.entries()) {
    const name = isRecord(each) ? nameOf(each) : undefined
    if (!isText(name)) faults.push(...checkItem({ rule, given: { option: `${option}[${index}]`, value: each } }))
    else if (names.includes(name)) faults.push(new DuplicateOptionError({ option, duplicate: duplicate(name) }))
    else if (option === 'adapters' && !isFamily(name)) faults.push(...unknownFamily(`${option}[${index}].family`, name))
    else names.push(name)
  }
  return { faults, names }
}

/** A family of the host's own has a name of its own, but not here: it is known to the kit as the one that has no other. */
const unknownFamily = (option: string, value: string): readonly FoyerError[] =>
  invalid({ option, value }, `Known are ${families.join(', ')}. Your own is \`other\`, with a \`familyName\`.`)

/** Returns the fault of something that doesn't belong into a list. */
function checkItem({
  rule: { isOfOtherList, otherList, remedy },
  given,
}: {
  readonly rule: Omit<ListRule, 'value'>
  readonly given: GivenOption
}): readonly FoyerError[] {
  const { option, value } = given
  if (isFunction(value)) return [new FactoryNotCalledError({ option, factory: value.name || shownValue(value) })]
  return invalid(given, isRecord(value) && isOfOtherList(value) ? otherList : remedy)
}
