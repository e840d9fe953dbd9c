export { type DevAccount, devAccounts, devMnemonic } from './accounts.js'
export { type StartAlgorandParameters, type StartedAlgorand, startAlgorand } from './algorand/startAlgorand.js'
export { devBitcoinAddresses } from './bitcoin/accounts.js'
export {
  localBitcoin,
  type StartBitcoinParameters,
  type StartedBitcoin,
  startBitcoin,
} from './bitcoin/startBitcoin.js'
export { type StartCardanoParameters, type StartedCardano, startCardano } from './cardano/startCardano.js'
export { type LocalChain, type LocalChainId, localChains, type RunningChain } from './chains.js'
export { type StartCosmosParameters, type StartedCosmos, startCosmos } from './cosmos/startCosmos.js'
export { deployMarket, type LocalPool, type LocalToken, type Market } from './deploy.js'
export { type Delegation, deployDelegation } from './deployDelegation.js'
export { deployHoldings, type Holdings } from './deployHoldings.js'
export {
  type DeployOffchainResolverParameters,
  deployAccountFactory,
  deployLocalEns,
  deployOffchainResolver,
  deployStrangeFactory,
  localAccountFactoryAbi,
  localEnsAbi,
  offchainResolverAbi,
  type StrangeAnswer,
  signatureCheckBytecode,
  strangeFactoryAbi,
} from './deployNames.js'
export {
  type DeployNftsParameters,
  deployNfts,
  type LocalNfts,
  localEditionsAbi,
  localNftAbi,
} from './deployNfts.js'
export { deployPaymaster, type LocalPaymaster } from './deployPaymaster.js'
export { deployPermits, type LocalPermits, localPermitAbi, permit2Abi } from './deployPermits.js'
export { deployStrangeToken } from './deployStrangeToken.js'
export { deployThingToken } from './deployThingToken.js'
export { deployUniswapV3, type UniswapV3 } from './deployUniswapV3.js'
export { startDesk } from './desk/startDesk.js'
export {
  AnvilMissingError,
  ChainStartError,
  ChainStateError,
  ChainStopError,
  DeployError,
  DirectoryInUseError,
  PortTakenError,
  StackError,
} from './errors.js'
export { type StartExchangeParameters, startExchange } from './exchange/startExchange.js'
export { devFamilyAddresses } from './familyAccounts.js'
export { type LocalFarcaster, type StartFarcasterParameters, startFarcaster } from './farcaster/startFarcaster.js'
export type { FarcasterAccount } from './farcaster/telephone.js'
export type { Mail } from './mailbox/mail.js'
export { type LocalMailbox, type StartMailboxParameters, startMailbox } from './mailbox/startMailbox.js'
export { hasSimulator } from './multiversx/simulator.js'
export {
  type MultiversxGift,
  type StartedMultiversx,
  type StartMultiversxParameters,
  startMultiversx,
} from './multiversx/startMultiversx.js'
export { type StartedNear, type StartNearParameters, startNear } from './near/startNear.js'
export { placeMulticall } from './placeMulticall.js'
export { placeRollupOracle } from './placeRollupOracle.js'
export { type StartedPolkadot, type StartPolkadotParameters, startPolkadot } from './polkadot/startPolkadot.js'
export { type ListedNft, type StartAlchemyParameters, startAlchemy } from './providers/alchemy.js'
export { type StartBlockscoutParameters, startBlockscout } from './providers/blockscout.js'
export { type LocalCoinbase, startCoinbase } from './providers/coinbase.js'
export { type KnownPrice, type StartCoingeckoParameters, startCoingecko } from './providers/coingecko.js'
export { type KnownCoin, startDefillama } from './providers/defillama.js'
export { type InternalTransfer, type StartEtherscanParameters, startEtherscan } from './providers/etherscan.js'
export { type LocalMeld, startMeld } from './providers/meld.js'
export { type LocalS3, type StartS3Parameters, type StoredObject, startS3 } from './providers/s3.js'
export type { StandIn, StandInFailure } from './providers/standIn.js'
export { type StartedZeroX, type StartZeroXParameters, startZeroX, type ZeroXBody } from './providers/zeroX.js'
export { type SendUnlockedParameters, sendUnlocked, type UnlockedTransaction } from './sendUnlocked.js'
export type { ProviderAccount, ProviderClient } from './socials/consent.js'
export type { StatedClaims } from './socials/openIdProviders.js'
export {
  type LocalProviders,
  type ProviderName,
  providerAccounts,
  type StartProvidersParameters,
  startProviders,
} from './socials/startProviders.js'
export { type DevSolanaAccount, devSolanaAccounts } from './solana/accounts.js'
export {
  type LocalSolana,
  localSolana,
  type StartedSolana,
  type StartSolanaParameters,
  startSolana,
} from './solana/startSolana.js'
export type { LocalSolanaToken } from './solana/tokens.js'
export { type StartChainParameters, type StartedChain, startChain } from './startChain.js'
export { type MarketChain, type StartChainsParameters, type StartedChains, startChains } from './startChains.js'
export type { TezosGift } from './tezos/createNode.js'
export { type StartedTezos, type StartTezosParameters, startTezos } from './tezos/startTezos.js'
export type { Till, TillParameters } from './till.js'
export type { TokenSymbol } from './tokens.js'
export { unusedPort } from './unusedPort.js'
