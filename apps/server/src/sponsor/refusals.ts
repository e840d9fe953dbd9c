import type { NotRedeemed } from '@foyer/core/wire'
import type { NotSponsored } from '@foyer/login/sponsorCalls'
import { refusal } from '@foyer/service/errors/ApiError'

/** Nothing was sent, and nothing paid for. */
export class NotSponsoredError extends refusal(({ because }: { because: NotSponsored }) => ({
  code: 'not_sponsored',
  status: 409,
  name: because,
  description: 'This operation is not paid for here.',
})) {}

/** Nothing of what a session's key redeems was sent, and nothing paid for. */
export class NotRedeemedError extends refusal(({ because }: { because: NotRedeemed }) => ({
  code: 'not_redeemed',
  status: 409,
  name: because,
  description: 'This is not paid for here.',
})) {}

/** There is no such operation of this person's. */
export class OperationUnknownError extends refusal({
  code: 'operation_unknown',
  status: 404,
  name: 'operation',
  description: 'There is no such operation.',
}) {}
