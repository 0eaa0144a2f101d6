// SPDX-License-Identifier: MIT
// Volumes compared with other libraries: spheres with CGAL's exact least spheres, eigenvectors with
// LAPACK's. This is not one of the tests, which need neither library.
#include <algorithm>
#include <array>
#include <CGAL/Cartesian_d.h>
#include <CGAL/Min_sphere_of_spheres_d.h>
#include <CGAL/Min_sphere_of_spheres_d_traits_d.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

extern "C" {
#include "meshes.h"
void lbx_eigenvectors(double matrix[3][3], double axis[3][3]);
void dsyev_(const char *job, const char *half, const int *n, double *a, const int *stride,
            double *values, double *work, const int *room, int *info);
}

namespace {

constexpr std::uint64_t seeds = 200;
using Kernel = CGAL::Cartesian_d<double>;
using Traits = CGAL::Min_sphere_of_spheres_d_traits_d<Kernel, double, 3>;

double least_radius(const mesh &m) {
    std::vector<Traits::Sphere> points;
    for (std::size_t i = 0; i < m.vertices; i++) {
        double x[3]; // relative to a vertex, because CGAL's doubles are rounded
        for (int c = 0; c < 3; c++) x[c] = double(m.vertex[i][c]) - double(m.vertex[0][c]);
        points.emplace_back(Kernel::Point_d(3, x, x + 3), 0.);
    }
    CGAL::Min_sphere_of_spheres_d<Traits> sphere(points.begin(), points.end());
    return sphere.radius();
}

// The largest radius as a multiple of the least possible one, less the cost of rounding the center.
bool spheres() {
    double worst = 1;
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        if (kind == MESH_LEAST) continue; // radii below the range
        double of_kind = 1;
        for (std::uint64_t seed = 1; seed <= seeds; seed++) {
            static mesh m;
            mesh_make(&m, mesh_kind(kind), seed);
            const lbx_mesh view = mesh_view(&m);
            float center[3], radius;
            const lbx_spheres_out out = lbx_spheres_out_of(center, &radius, 1, 0);
            if (lbx_sphere_fit(&view, nullptr, 1, &out) != 1) return false;
            double far = 0;
            for (float x : center) far += double(x) * double(x);
            const double least = least_radius(m);
            const double own = double(radius) - std::sqrt(far) * 0x1p-23 - 0x1p-60;
            if (least > 0) of_kind = std::max(of_kind, own / least);
        }
        std::printf("%-10s radius at most %.6f of CGAL's\n", mesh_names[kind], of_kind);
        worst = std::max(worst, of_kind);
    }
    return worst <= 1.05;
}

// The largest difference of an eigenvalue from LAPACK's, as a part of the largest one.
bool eigenvalues() {
    double worst = 0;
    for (int kind = 0; kind < MESH_KINDS; kind++) {
        for (std::uint64_t seed = 1; seed <= seeds; seed++) {
            static mesh m;
            mesh_make(&m, mesh_kind(kind), seed);
            double own[3][3] = {}, theirs[9], axis[3][3], values[3], work[64];
            for (std::size_t i = 0; i < m.vertices; i++) {
                double x[3];
                for (int c = 0; c < 3; c++) x[c] = double(m.vertex[i][c]) - double(m.vertex[0][c]);
                for (int k = 0; k < 9; k++) own[k / 3][k % 3] += x[k / 3] * x[k % 3];
            }
            double size = 0;
            for (int k = 0; k < 9; k++) size = std::max(size, std::fabs(own[k / 3][k % 3]));
            if (size == 0) continue;
            for (int k = 0; k < 9; k++) theirs[k] = own[k / 3][k % 3] /= size;
            lbx_eigenvectors(own, axis);
            const int n = 3, room = 64;
            int info;
            dsyev_("V", "U", &n, theirs, &n, values, work, &room, &info);
            if (info != 0) return false;
            const double largest = std::max({std::fabs(own[0][0]), std::fabs(own[1][1]),
                                             std::fabs(own[2][2])}); // errors are relative to it
            std::array<double, 3> found = {own[0][0], own[1][1], own[2][2]};
            std::sort(found.begin(), found.end());
            for (int k = 0; k < 3; k++)
                worst = std::max(worst, std::fabs(found[k] - values[k]) / largest);
            // If eigenvalues are well apart, the vectors must agree up to their signs.
            for (int k = 0; k < 3; k++) {
                double along = 0, gap = 1;
                for (int j = 0; j < 3; j++) {
                    if (j != k) gap = std::min(gap, std::fabs(values[j] - values[k]) / largest);
                }
                for (int a = 0; a < 3; a++) {
                    double product = 0;
                    for (int c = 0; c < 3; c++) product += axis[a][c] * theirs[3 * k + c];
                    along = std::max(along, std::fabs(product));
                }
                if (gap > 1e-6 && along < 1 - 1e-9) {
                    std::printf("%s, seed %llu: axis %d is off by %g\n", mesh_names[kind],
                                static_cast<unsigned long long>(seed), k, 1 - along);
                    return false;
                }
            }
        }
    }
    std::printf("eigenvalues within %.2g of LAPACK's, of the largest\n", worst);
    return worst < 1e-12;
}

} // namespace

int main() {
    const bool near = spheres(), alike = eigenvalues();
    return near && alike ? 0 : 1;
}
