export { authMessage, formatIssuer, type Issuer, parseIssuer } from './authentication/authMessage.js'
export type { AuthFields, AuthPayload, Cacao } from './authentication/cacao.js'
export { grantedBy } from './authentication/grantedBy.js'
export { InvalidAuthenticationError } from './authentication/InvalidAuthenticationError.js'
export {
  formatRecap,
  parseRecap,
  type Recap,
  recapChains,
  recapFor,
  recapIn,
  recapMethods,
} from './authentication/recap.js'
export {
  type Ciphers,
  createCiphers,
  type KeyPair,
  type PlatformCrypto,
} from './cipher/ciphers.js'
export { deriveSymKey } from './cipher/deriveSymKey.js'
export { messageIdOf, subscriptionIdOf, topicOf } from './cipher/ids.js'
export { loadReading } from './cipher/loadReading.js'
export { UndecryptableError } from './cipher/UndecryptableError.js'
export { UnusableKeyError } from './cipher/UnusableKeyError.js'
export { base58ToBytes, bytesToBase58 } from './codec/base58.js'
export { type Base64Form, bytesToBase64 } from './codec/base64.js'
export { base64ToBytes } from './codec/base64ToBytes.js'
export { type Bytes, bytesToUtf8, utf8ToBytes } from './codec/bytes.js'
export { bytesToHex, hexToBytes, isHex32 } from './codec/hex.js'
export { InvalidTextError, type TextForm } from './codec/InvalidTextError.js'
export { type EnvelopeFault, InvalidEnvelopeError } from './envelope/InvalidEnvelopeError.js'
export { envelopeLimits } from './envelope/layout.js'
export { MessageTooLargeError } from './envelope/MessageTooLargeError.js'
export { type EnvelopeKey, type OpenParameters, openEnvelope } from './envelope/open.js'
export { type EnvelopeParts, readEnvelope } from './envelope/read.js'
export { clearEnvelope, type SealParameters, sealEnvelope } from './envelope/seal.js'
export { peerLink } from './links/peerLink.js'
export { requestLink, requestLinkTarget } from './links/requestLink.js'
export { acceptNamespaces } from './namespaces/acceptNamespaces.js'
export { conformityFault, proposalFault, sessionFault } from './namespaces/checkNamespaces.js'
export { chainOf, defaultEvents, defaultMethods, familyOf, formerChainId } from './namespaces/families.js'
export { InvalidNamespacesError } from './namespaces/InvalidNamespacesError.js'
export type {
  ProposalNamespace,
  ProposalNamespaces,
  SessionNamespace,
  SessionNamespaces,
} from './namespaces/namespace.js'
export { accountsOf, mayEmit, mayRequest, sessionChainId } from './namespaces/permissions.js'
export { type NamespaceOverride, requestedNamespaces } from './namespaces/requestedNamespaces.js'
export { InvalidPairingUriError, type PairingUriField } from './pairing/InvalidPairingUriError.js'
export { PairingExpiredError } from './pairing/PairingExpiredError.js'
export { isPairingGenuine, newPairing } from './pairing/pairing.js'
export { formatPairingUri, type PairingUri, parsePairingUri } from './pairing/pairingUri.js'
export { isOfferOver, pairingTimes } from './pairing/times.js'
export { formatClientId, parseClientId } from './relay/clientId.js'
export { InvalidRelayTokenError, type RelayTokenFault } from './relay/InvalidRelayTokenError.js'
export { isDelivery, parseDelivery } from './relay/parseDelivery.js'
export { parseRelayResult } from './relay/parseRelayResult.js'
export type { ClientMethod } from './relay/relayAnswers.js'
export {
  type Delivery,
  isUnknownRelayMethod,
  type Publication,
  type RelayMethod,
  type RelayParams,
  type RelayResults,
  relayBatch,
} from './relay/relayCalls.js'
export { relayRefusal } from './relay/relayRefusal.js'
export { decodeRelayToken, type RelayTokenClaims, verifyRelayToken } from './relay/relayToken.js'
export { audienceOf, signRelayToken } from './relay/signRelayToken.js'
export { relayTokenPeriod, relayTokenTimes } from './relay/tokenTimes.js'
export { authenticatingDappReads } from './session/authenticatingDappReads.js'
export { type CallMethod, calls, isCallMethod, unknownCallResponse } from './session/calls.js'
export { type CallCarriage, type Carriage, proposalCarriage } from './session/carriage.js'
export { formatPayload } from './session/formatPayload.js'
export { InvalidPayloadError } from './session/InvalidPayloadError.js'
export { isEarlier } from './session/isEarlier.js'
export { isVisitorsNo } from './session/isVisitorsNo.js'
export {
  type CallParams,
  type CallResults,
  type DappCall,
  dappReads,
  type Proposal,
  type ReadableParams,
  type ReadableResults,
  type SessionEvent,
  type SessionProperties,
  type SessionRequest,
  type Settlement,
  type SharedCall,
  type WalletCall,
} from './session/messages.js'
export { nextProposal, type ProposalEvent, type ProposalState } from './session/nextProposal.js'
export { type ActiveSession, nextSession, type SessionChange, type SessionState } from './session/nextSession.js'
export { parseParams, parseResult, takes } from './session/parseCall.js'
export { type Payload, type PayloadFailure, parsePayload } from './session/payload.js'
export { createPayloadIds } from './session/payloadId.js'
export type { Participant, PeerMetadata, PeerRedirect, Reason, RelayOptions } from './session/peer.js'
export * as peerFailures from './session/peerFailures.js'
export { sessionTimes } from './session/sessionTimes.js'
export { walletReads } from './session/walletReads.js'
