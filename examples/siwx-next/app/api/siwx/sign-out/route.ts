import { answer, closeSession, isOwnPage } from '../../../../siwx.js'

export function POST(request: Request): Response {
  if (!isOwnPage(request)) return answer({ error: 'origin' }, { status: 403 })
  return answer({}, { cookie: closeSession(request) })
}
