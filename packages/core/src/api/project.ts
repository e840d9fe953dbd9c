import { kitPaths } from '../wire/kitPaths.js'
import { AllowedOriginsReply, AnalyticsConfigReply } from '../wire/project.js'
import type { Http } from './http.js'

export interface ProjectRequest {
  readonly signal?: AbortSignal | undefined
}

/** GET /projects/v1/origins [S7.27 S7.28]. */
export async function allowedOrigins(http: Http, { signal }: ProjectRequest = {}): Promise<readonly string[]> {
  const call = 'allowedOrigins'
  const reply = await http.get({ call, path: kitPaths.allowedOrigins, schema: AllowedOriginsReply, signal })
  return reply.allowedOrigins
}

/** GET /getAnalyticsConfig [S7.29 S7.30]. */
export async function analyticsConfig(http: Http, { signal }: ProjectRequest = {}): Promise<boolean> {
  const call = 'analyticsConfig'
  const reply = await http.get({ call, path: kitPaths.analyticsConfig, schema: AnalyticsConfigReply, signal })
  return reply.isAnalyticsEnabled
}
