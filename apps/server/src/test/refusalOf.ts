import { ErrorBody } from '@foyer/core/wire'
import * as v from 'valibot'

/** A refusal's status, and the field that it names. For tests; nothing in the product imports this. */
export async function refusalOf(answer: Response): Promise<readonly [status: number, field: string | undefined]> {
  return [answer.status, v.parse(ErrorBody, await answer.json()).reasons[0]?.name]
}
