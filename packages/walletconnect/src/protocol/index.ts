export { type CallMethod, type Carriage, calls } from './calls.js'
export { acceptNamespaces, conformityFault, proposalFault, readableTerms, sessionFault } from './checkNamespaces.js'
export { type Ciphers, createCiphers, type KeyPair, type PlatformCrypto } from './cipher/ciphers.js'
export { type Bytes, base58ToBytes, bytesToBase58, bytesToHex, hexToBytes } from './codec.js'
export { type EnvelopeKey, type SealParameters, sealEnvelope } from './envelope.js'
export { type OpenParameters, openEnvelope } from './envelopes.js'
export {
  type EnvelopeFault,
  InvalidEnvelopeError,
  InvalidNamespacesError,
  InvalidPairingUriError,
  InvalidPayloadError,
  InvalidTextError,
  MessageTooLargeError,
  PairingExpiredError,
  type PairingUriField,
  type TextForm,
  UndecryptableError,
  UnusableKeyError,
} from './errors.js'
export * as peerFailures from './failures.js'
export { chainOf, familyOf } from './families.js'
export { peerLink, requestLink, requestLinkTarget } from './links.js'
export {
  type CallParams,
  type CallResults,
  dappReads,
  parseParams,
  parseResult,
  type SessionProperties,
  type Settlement,
  takes,
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
  isPairingGenuine,
  newPairing,
  offeredUntil,
  type PairingUri,
  parsePairingUri,
} from './pairing.js'
export { createPayloadIds, formatPayload, type Payload, type PayloadFailure, parsePayload } from './payload.js'
export {
  type Delivery,
  type Publication,
  parseDelivery,
  type RelayMethod,
  type RelayParams,
  type RelayResults,
} from './relayCalls.js'
export { relayTokenPeriod, signRelayToken } from './relayToken.js'
export type { Participant, PeerMetadata, PeerRedirect, Reason, RelayOptions } from './schemas.js'
export { InvalidAuthenticationError } from './signin/errors.js'
export { type AuthFields, type AuthPayload, authMessage, type Cacao } from './signin/message.js'
export { formatRecap, parseRecap, type Recap, recapFor } from './signin/recap.js'
export {
  type ActiveSession,
  type AnsweredProposal,
  emittedSession,
  extendedSession,
  sessionTimes,
  settledSession,
  updatedSession,
} from './states.js'
