import { SiwxMessageError, SiwxSignatureError } from '@foyer/siwx-server'
import { answer, isOwnPage, openSession, siwx } from '../../../../siwx.js'

export async function POST(request: Request): Promise<Response> {
  if (!isOwnPage(request)) return answer({ error: 'origin' }, { status: 403 })
  const { message, signature } = await request.json()
  try {
    const signed = { message: String(message), signature: String(signature), signal: request.signal }
    const { accountId } = await siwx.verify(signed)
    return answer({ accountId }, { cookie: openSession(accountId) })
  } catch (error) {
    if (error instanceof SiwxMessageError || error instanceof SiwxSignatureError)
      return answer({ error: error.code }, { status: 401 })
    throw error
  }
}
