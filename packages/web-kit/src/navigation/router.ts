/** Re-exported, so that all apps share one copy. */
export {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  type RouteObject,
  redirect,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router-dom';
