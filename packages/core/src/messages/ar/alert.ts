import type { alert as english } from '../en/alert.js'
import type { Translated } from '../sentences.js'

export const alert: Translated<typeof english> = {
  'alert.dismiss': 'إخفاء',
  'alert.invalidOptions': 'خيارات غير صالحة',
  'alert.invalidOptionsMore': 'صحّح ما يُمرَّر إلى `createFoyer`.',
  'alert.networkNotFound': 'الشبكة غير موجودة',
  'alert.networkNotFoundMore': 'طُلب التبديل إلى {network}، وهي ليست بين شبكات هذه العدّة. أضفها إلى `networks`.',
  'alert.invalidAppConfiguration': 'إعداد التطبيق غير صالح',
  'alert.invalidAppConfigurationMore':
    'المصدر {origin} ليس في قائمة مصادر المشروع المسموح بها. أضفه في الخادم الذي يسمّيه `api`.',
  'alert.projectIdNotConfigured': 'معرّف المشروع غير مضبوط',
  'alert.projectIdNotConfiguredMore': 'لم يُعطَ `projectId`. أنشئ مشروعًا في الخادم الذي يسمّيه `api` ومرّر معرّفه.',
  'alert.invalidProjectId': 'معرّف المشروع غير صالح',
  'alert.invalidProjectIdMore':
    'لا يعرف الخادم معرّف المشروع هذا. قارن `projectId` بالمشروع في الخادم الذي يسمّيه `api`.',
  'alert.sessionExpired': 'انتهت الجلسة',
  'alert.sessionExpiredMore': 'لا يقبل الخادم الرمز بعد. قارن ساعة هذا الجهاز بساعة الخادم.',
  'alert.adapterMissing': 'المحوّل غير موجود',
  'alert.adapterMissingMore': 'الشبكة {network} مضبوطة، لكن لا محوّل للعائلة {family}. أضف واحدًا إلى `adapters`.',
}
