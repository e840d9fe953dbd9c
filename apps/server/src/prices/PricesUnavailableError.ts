import { refusal } from '@foyer/service/errors/ApiError'

/** None of the places where prices are found can be asked. */
export class PricesUnavailableError extends refusal(({ chainId }: { chainId: string; cause: unknown }) => ({
  code: 'prices_unavailable',
  status: 502,
  name: 'addresses',
  description: `The prices on ${chainId} can't be had at the moment.`,
})) {}
