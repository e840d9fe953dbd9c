import * as v from 'valibot'
import { projectFeatures } from '../projects/features.js'
import type { Project } from '../projects/project.js'
import type { DayOfProject } from './administration.js'

/** A project as the administration's JSON has it. */
export const AdminProject = v.object({
  id: v.string(),
  name: v.string(),
  url: v.nullable(v.string()),
  iconUrl: v.nullable(v.string()),
  allowedOrigins: v.array(v.string()),
  analyticsEnabled: v.boolean(),
  development: v.boolean(),
  dailyRequests: v.nullable(v.number()),
  featuresOff: v.array(v.picklist(projectFeatures)),
  /** ISO 8601 */
  createdAt: v.string(),
})
export type AdminProject = v.InferOutput<typeof AdminProject>

export const AdminProjectsReply = v.object({ projects: v.array(AdminProject) })

export const AdminDaysReply = v.object({
  days: v.array(v.object({ day: v.string(), requests: v.number(), analytics: v.number(), errors: v.number() })),
})

export const toAdminProject = ({ createdAt, allowedOrigins, featuresOff, ...project }: Project): AdminProject => ({
  ...project,
  allowedOrigins: [...allowedOrigins],
  featuresOff: [...featuresOff],
  createdAt: createdAt.toISOString(),
})

export const fromAdminProject = ({ createdAt, ...project }: AdminProject): Project => ({
  ...project,
  createdAt: new Date(createdAt),
})

export const toAdminDays = (days: readonly DayOfProject[]): v.InferOutput<typeof AdminDaysReply> => ({
  days: days.map((day) => ({ ...day })),
})
