import { answer, siwx } from '../../../../siwx.js'

// Each visitor gets another.
export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  return answer({ nonce: await siwx.nonce() })
}
