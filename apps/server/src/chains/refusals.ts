import { refusal } from '@foyer/service/errors/ApiError'

/** The network isn't one that this server knows. */
export class UnknownChainError extends refusal({
  code: 'unknown_chain',
  status: 400,
  name: 'chainId',
  description: "This network isn't offered. GET /v1/supported-chains lists those that are.",
}) {}

/** A network's nodes don't answer. */
export class ChainUnavailableError extends refusal(({ chainId }: { chainId: string; cause: unknown }) => ({
  code: 'chain_unavailable',
  status: 502,
  name: 'chainId',
  description: `The network ${chainId} doesn't answer at the moment.`,
})) {}
