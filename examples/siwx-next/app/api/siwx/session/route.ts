import { answer, sessionOf } from '../../../../siwx.js'

export function GET(request: Request): Response {
  const accountId = sessionOf(request)
  return accountId === undefined ? answer({ error: 'signed_out' }, { status: 401 }) : answer({ accountId })
}
