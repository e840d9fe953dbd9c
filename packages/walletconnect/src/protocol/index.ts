export { authenticatingDappReads } from '../signin/authenticatingDappReads.js'
export { InvalidAuthenticationError } from '../signin/errors.js'
export {
  type AuthFields,
  type AuthPayload,
  authMessage,
  type Cacao,
  formatIssuer,
  grantedBy,
  type Issuer,
  parseIssuer,
} from '../signin/message.js'
export {
  formatRecap,
  parseRecap,
  type Recap,
  recapChains,
  recapFor,
  recapIn,
  recapMethods,
} from '../signin/recap.js'
export {
  type CallCarriage,
  type CallMethod,
  type Carriage,
  calls,
  isCallMethod,
  refusals,
  unknownCallResponse,
} from './calls.js'
export { acceptNamespaces, conformityFault, proposalFault, sessionFault } from './checkNamespaces.js'
export {
  type Ciphers,
  createCiphers,
  type KeyPair,
  type PlatformCrypto,
} from './cipher/ciphers.js'
export { deriveSymKey, loadReading, messageIdOf, subscriptionIdOf, topicOf } from './cipher/keys.js'
export {
  type Base64Form,
  type Bytes,
  base58ToBytes,
  base64ToBytes,
  bytesToBase58,
  bytesToBase64,
  bytesToHex,
  bytesToUtf8,
  hexToBytes,
  isHex32,
  utf8ToBytes,
} from './codec.js'
export { type EnvelopeKey, envelopeLimits, type SealParameters, sealEnvelope } from './envelope.js'
export { type EnvelopeParts, type OpenParameters, openEnvelope, readEnvelope } from './envelopes.js'
export {
  type EnvelopeFault,
  InvalidEnvelopeError,
  InvalidNamespacesError,
  InvalidPairingUriError,
  InvalidPayloadError,
  InvalidRelayTokenError,
  InvalidTextError,
  MessageTooLargeError,
  PairingExpiredError,
  type PairingUriField,
  type RelayTokenFault,
  type TextForm,
  UndecryptableError,
  UnusableKeyError,
} from './errors.js'
export * as peerFailures from './failures.js'
export { chainOf, defaultEvents, defaultMethods, familyOf, formerChainId } from './families.js'
export { peerLink, requestLink, requestLinkTarget } from './links.js'
export {
  type CallParams,
  type CallResults,
  type DappCall,
  dappReads,
  type Proposal,
  parseParams,
  parseResult,
  type ReadableParams,
  type ReadableResults,
  type SessionEvent,
  type SessionProperties,
  type SessionRequest,
  type Settlement,
  type SharedCall,
  takes,
  type WalletCall,
  walletReads,
} from './messages.js'
export {
  accountsOf,
  mayEmit,
  mayRequest,
  type NamespaceOverride,
  type ProposalNamespace,
  type ProposalNamespaces,
  requestedNamespaces,
  type SessionNamespace,
  type SessionNamespaces,
  sessionChainId,
} from './namespaces.js'
export {
  formatPairingUri,
  isOfferOver,
  isPairingGenuine,
  newPairing,
  type PairingUri,
  pairingTimes,
  parsePairingUri,
} from './pairing.js'
export {
  createPayloadIds,
  formatPayload,
  isEarlier,
  isUserRejection,
  type Payload,
  type PayloadFailure,
  parsePayload,
} from './payload.js'
export {
  type ClientMethod,
  type Delivery,
  isDelivery,
  isUnknownRelayMethod,
  type Publication,
  parseDelivery,
  parseRelayResult,
  type RelayMethod,
  type RelayParams,
  type RelayResults,
  relayBatch,
  relayRefusal,
} from './relayCalls.js'
export {
  audienceOf,
  decodeRelayToken,
  formatClientId,
  parseClientId,
  type RelayTokenClaims,
  relayTokenPeriod,
  relayTokenTimes,
  signRelayToken,
  verifyRelayToken,
} from './relayToken.js'
export type { Participant, PeerMetadata, PeerRedirect, Reason, RelayOptions } from './schemas.js'
export {
  type ActiveSession,
  type AnsweredProposal,
  emittedSession,
  extendedSession,
  sessionTimes,
  settledSession,
  updatedSession,
} from './states.js'
